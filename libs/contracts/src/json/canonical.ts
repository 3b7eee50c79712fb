import canonicalize from 'canonicalize';

/** RFC 8785 form in UTF-8. @throws when JSON cannot express the document, for instance a lone surrogate. */
export function canonicalBytes(document: object): Buffer {
  const text = canonicalize(document);
  if (text === undefined) throw new TypeError('the document has no JSON form');
  return Buffer.from(text, 'utf8');
}
