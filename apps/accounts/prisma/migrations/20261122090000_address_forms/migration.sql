-- Addresses are compared in one form: NFC, lower case, domain in ASCII, unquoted local part. The application computes it
-- from now on, and this brings rows of former releases into it. Characters that nobody sees are refused from now on, and
-- removed here.
SET capture.organization = '*';

-- What applies migrations cuts at every semicolon: \x3b stands for one.

-- A label of a domain in Punycode (RFC 3492, section 6.3).
CREATE FUNCTION pg_temp.punycode(label text) RETURNS text LANGUAGE plpgsql AS E'
DECLARE
  points int[] := ARRAY(SELECT ascii(c) FROM regexp_split_to_table(label, '''') WITH ORDINALITY AS s(c, i) ORDER BY i)\x3b
  output text := (SELECT coalesce(string_agg(chr(p), '''' ORDER BY i), '''')
    FROM unnest(points) WITH ORDINALITY AS s(p, i) WHERE p < 128)\x3b
  digits text := ''abcdefghijklmnopqrstuvwxyz0123456789''\x3b
  n int := 128\x3b delta int := 0\x3b bias int := 72\x3b basic int := length(output)\x3b h int := basic\x3b
  m int\x3b q int\x3b k int\x3b t int\x3b p int\x3b d int\x3b
BEGIN
  IF basic = cardinality(points) THEN RETURN label\x3b END IF\x3b
  IF basic > 0 THEN output := output || ''-''\x3b END IF\x3b
  WHILE h < cardinality(points) LOOP
    m := (SELECT min(x) FROM unnest(points) AS x WHERE x >= n)\x3b
    delta := delta + (m - n) * (h + 1)\x3b
    n := m\x3b
    FOREACH p IN ARRAY points LOOP
      IF p < n THEN delta := delta + 1\x3b END IF\x3b
      CONTINUE WHEN p <> n\x3b
      q := delta\x3b k := 36\x3b
      LOOP
        t := greatest(1, least(26, k - bias))\x3b
        EXIT WHEN q < t\x3b
        output := output || substr(digits, t + (q - t) % (36 - t) + 1, 1)\x3b
        q := (q - t) / (36 - t)\x3b
        k := k + 36\x3b
      END LOOP\x3b
      output := output || substr(digits, q + 1, 1)\x3b
      d := CASE WHEN h = basic THEN delta / 700 ELSE delta / 2 END\x3b
      d := d + d / (h + 1)\x3b k := 0\x3b
      WHILE d > 455 LOOP d := d / 35\x3b k := k + 36\x3b END LOOP\x3b
      bias := k + 36 * d / (d + 38)\x3b
      delta := 0\x3b h := h + 1\x3b
    END LOOP\x3b
    delta := delta + 1\x3b n := n + 1\x3b
  END LOOP\x3b
  RETURN ''xn--'' || output\x3b
END ';

CREATE FUNCTION pg_temp.address_form(address text) RETURNS text LANGUAGE sql AS E'
  WITH plain AS (
    SELECT normalize(lower(normalize(regexp_replace(address,
      U&''[\\00AD\\034F\\061C\\115F\\1160\\17B4\\17B5\\180B-\\180F\\200B-\\200F\\202A-\\202E\\2060-\\206F\\3164\\FE00-\\FE0F\\FEFF\\FFA0]'', '''', ''g''),
      NFC)), NFC) AS spelt)
  SELECT regexp_replace(regexp_replace(spelt, ''@[^@]*$'', ''''), ''^"([^\\s"(),:\x3b<>@\\[\\\\\\]]+)"$'', ''\\1'') || ''@'' ||
    (SELECT string_agg(pg_temp.punycode(label), ''.'' ORDER BY i)
      FROM regexp_split_to_table(normalize(substring(spelt from ''@([^@]*)$''), NFKC), ''\\.'') WITH ORDINALITY AS s(label, i))
  FROM plain
';

-- A suppressed address stays suppressed. Where two rows turn out to be one address, the older one stays.
INSERT INTO suppression (organization_id, email, reason, created_at)
  SELECT organization_id, pg_temp.address_form(email), reason, created_at FROM suppression
  WHERE email <> pg_temp.address_form(email) ORDER BY created_at
  ON CONFLICT DO NOTHING;
DELETE FROM suppression WHERE email <> pg_temp.address_form(email);

-- People whose address is that of somebody else in its one form keep it as it is: which of the two it was is not known.
CREATE TEMPORARY TABLE address_change AS
  SELECT DISTINCT ON (to_email) from_email, to_email FROM (
    SELECT email AS from_email, pg_temp.address_form(email) AS to_email FROM member
    UNION SELECT email, pg_temp.address_form(email) FROM person) AS address
  WHERE from_email <> to_email
    AND NOT EXISTS (SELECT FROM member WHERE email = to_email)
    AND NOT EXISTS (SELECT FROM person WHERE email = to_email)
  ORDER BY to_email, from_email;
UPDATE member SET email = to_email FROM address_change WHERE email = from_email;
UPDATE person SET email = to_email FROM address_change WHERE email = from_email;
DROP TABLE address_change;

DROP FUNCTION pg_temp.address_form(text);
DROP FUNCTION pg_temp.punycode(text);
RESET capture.organization;
