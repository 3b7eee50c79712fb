import { Button } from '../../ui/button.js';

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
  const save = () => {
    const url = URL.createObjectURL(new Blob([JSON.stringify(saved, null, 2)], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = fileName;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <div className="actions">
      <Button small onClick={save}>
        {children}
      </Button>
    </div>
  );
}
