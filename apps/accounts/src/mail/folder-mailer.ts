import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Mailer } from './mailer.js';
import type { Mail } from './mail.model.js';

/** Writes mails as text files, for a local instance without a mail server. */
export class FolderMailer extends Mailer {
  constructor(
    private readonly folder: string,
    private readonly sender: string,
  ) {
    super();
  }

  override async send(id: string, { recipient, subject, text }: Mail): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const head = `From: ${this.sender}\nTo: ${recipient}\nSubject: ${subject}\n`;
    const file = join(this.folder, `${id}.txt`);
    // Renamed when complete, so that no reader of the folder sees a partial mail.
    await writeFile(`${file}.part`, `${head}\n${text}`, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }
}
