import pTimeout from 'p-timeout';
import { Mailer } from './mailer.js';
import type { Mail } from './mail.model.js';

const CONNECT_MS = 10_000;
const IDLE_MS = 20_000;
/** Shorter than the lease of a mail, so that no other process sends it meanwhile. */
const SEND_TIMEOUT_MS = 45_000;

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. */
  url: string;
  sender: string;
  /** Without it a server that offers no TLS gets nothing. */
  allowPlain: boolean;
}

/** Hands mails to an SMTP server, each over a connection of its own: they are few. */
export class SmtpMailer extends Mailer {
  constructor(private readonly settings: SmtpSettings) {
    super();
  }

  override async send(id: string, { recipient, subject, text }: Mail): Promise<void> {
    const { sender } = this.settings;
    // Loaded for the first mail: a start has none to send.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      ...serverOf(this.settings),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    // As an object an address is taken as it is; in a text a comma would make two of it.
    const message = {
      from: sender,
      to: { name: '', address: recipient },
      subject,
      text,
      messageId: `<${id}@capture.invalid>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    try {
      await pTimeout(transport.sendMail(message), { milliseconds: SEND_TIMEOUT_MS });
    } finally {
      transport.close();
    }
  }
}

function serverOf({ url, allowPlain }: SmtpSettings) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const auth =
    username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } };
  return {
    // URLs write IPv6 addresses in brackets, sockets do not.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !allowPlain,
    ...auth,
  };
}
