import { Button } from '../../ui/button.js';
import { exportCopy as copy } from '../copy/export.copy.js';
import { saveFile } from '../shell/save-file.js';
import { Problem } from '../shell/states.js';
import { MOST_ENTRIES, useExport } from './use-export.js';

/** A way to save a list. */
export interface Format<T> {
  action: string;
  /** Without the day, which the name of the file has as well. */
  fileName: string;
  /** What the name ends with. */
  ending: 'csv' | 'json';
  write: (items: readonly T[]) => string;
}

interface ExportListProps<T> {
  read: (cursor: string | undefined) => Promise<{ data: T[]; nextCursor: string | null }>;
  formats: readonly Format<T>[];
}

const TYPES = { csv: 'text/csv', json: 'application/json' };

/** Saves a whole list, however many pages it has, with progress and a way to stop. */
export function ExportList<T>({ read, formats }: ExportListProps<T>) {
  const { run, done, isWaiting, stop } = useExport<T>();
  const start = ({ fileName, ending, write }: Format<T>) => {
    const name = `${fileName}-${new Date().toISOString().slice(0, 10)}.${ending}`;
    run.mutate({ read, save: (items) => saveFile(name, TYPES[ending], write(items)) });
  };
  return (
    <div className="form">
      <div className="actions">
        {!run.isPending &&
          formats.map((format) => (
            <Button small key={format.ending} onClick={() => start(format)}>
              {format.action}
            </Button>
          ))}
        {run.isPending && (
          <Button small onClick={stop}>
            {copy.cancel}
          </Button>
        )}
      </div>
      <p role="status" className="hint">
        {run.isPending && (isWaiting ? copy.waiting : copy.progress(done))}
        {run.data && copy.saved(run.data.count)}
        {run.data?.isCut === true && ` ${copy.cut(MOST_ENTRIES)}`}
      </p>
      <Problem error={run.error} />
    </div>
  );
}
