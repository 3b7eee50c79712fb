import { Button } from '../../ui/button.js';
import { saveFile } from './save-file.js';

/** Saves a document as a file. */
export function SaveJson({
  document: saved,
  fileName,
  children,
}: {
  document: object;
  fileName: string;
  children: string;
}) {
  const save = () => saveFile(fileName, 'application/json', JSON.stringify(saved, null, 2));
  return (
    <div className="actions">
      <Button small onClick={save}>
        {children}
      </Button>
    </div>
  );
}
