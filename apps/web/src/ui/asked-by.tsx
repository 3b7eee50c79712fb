import type { RequestInfo } from '@capture/browser';
import './asked-by.css';

/** Who is asking: their name on their colour, with their logo. Nothing where the service does not know it. */
export function AskedBy({ organization }: Pick<RequestInfo, 'organization'>) {
  if (!organization) return null;
  const { name, logoUrl, colour } = organization;
  return (
    <p className="asker">
      {logoUrl !== null && <img className="asker__logo" src={logoUrl} alt="" />}
      <span
        className="asker__name"
        style={colour === null ? undefined : { backgroundColor: colour, color: '#ffffff' }}
      >
        {name}
      </span>
    </p>
  );
}
