-- Outbox and inbox become partitioned by the time in their events' ids (ADR 69). The tables as they are become the first
-- partition of each: no row is written anew. It ends in one to two days, and the job of the service makes the next ones.
-- Inside functions, \x3B stands for a semicolon: migrations are split at semicolons, quoted or not. So each statement commits
-- by itself, and the release before works after each of them. Each does nothing where it has been done: a migration that gave up
-- waiting can be run again.

-- Waits 100 ms at most for a lock and tries again for two minutes: others wait no longer behind it.
CREATE OR REPLACE FUNCTION do_briefly(statement TEXT) RETURNS VOID LANGUAGE plpgsql AS E'
DECLARE
  tries INT := 0\x3B
BEGIN
  LOOP
    BEGIN
      PERFORM set_config(''lock_timeout'', ''100ms'', true)\x3B
      EXECUTE statement\x3B
      RETURN\x3B
    EXCEPTION WHEN lock_not_available THEN
      tries := tries + 1\x3B
      IF tries = 600 THEN RAISE\x3B END IF\x3B
      PERFORM pg_sleep(0.1)\x3B
    END\x3B
  END LOOP\x3B
END';

-- What every id made from then on is above. The first ten characters of an id are its time in milliseconds.
CREATE OR REPLACE FUNCTION id_bound(prefix TEXT, at TIMESTAMPTZ) RETURNS TEXT LANGUAGE plpgsql AS E'
DECLARE
  ms BIGINT := floor(extract(epoch FROM at) * 1000)\x3B
  text TEXT := ''''\x3B
BEGIN
  FOR i IN 0..9 LOOP
    text := substr(''0123456789abcdefghjkmnpqrstvwxyz'', ((ms >> (5 * i)) & 31)::INT + 1, 1) || text\x3B
  END LOOP\x3B
  RETURN prefix || ''_'' || text\x3B
END';

-- Whether a table is not divided yet.
CREATE OR REPLACE FUNCTION is_whole(name TEXT) RETURNS BOOLEAN LANGUAGE sql AS E'SELECT relkind = ''r'' FROM pg_class WHERE oid = to_regclass(name)';

-- Ids of a clock that is days ahead break the bound. Their rows move to the default partition below, at the cost of a scan.
CREATE OR REPLACE FUNCTION validate_bound(name TEXT) RETURNS VOID LANGUAGE plpgsql AS E'
BEGIN
  IF is_whole(name) THEN
    EXECUTE format(''ALTER TABLE %I VALIDATE CONSTRAINT %I'', name, name || ''_until'')\x3B
  END IF\x3B
EXCEPTION WHEN check_violation THEN
  NULL\x3B
END';

-- Makes a partitioned table with the indexes and policies of the table named so, which becomes its first partition.
CREATE OR REPLACE FUNCTION divide_by_event(name TEXT) RETURNS VOID LANGUAGE plpgsql AS E'
DECLARE
  part TEXT := name || ''_first''\x3B
  stray TEXT := name || ''_default''\x3B
  line RECORD\x3B
  statements TEXT[] := ''{}''\x3B
  guards TEXT[] := ''{}''\x3B
  statement TEXT\x3B
  guarded TEXT\x3B
  bound TEXT\x3B
BEGIN
  EXECUTE format(''LOCK TABLE %I IN ACCESS EXCLUSIVE MODE'', name)\x3B
  SELECT substring(pg_get_constraintdef(oid) FROM ''< ''''([^'''']+)'''''') INTO bound FROM pg_constraint
  WHERE conrelid = name::regclass AND conname = name || ''_until''\x3B

  FOR line IN SELECT i.indexrelid::regclass::TEXT AS index, pg_get_indexdef(i.indexrelid) AS made, c.conname, pg_get_constraintdef(c.oid) AS key
    FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype = ''p'' WHERE i.indrelid = name::regclass
  LOOP
    statements := statements || CASE WHEN line.key IS NULL THEN line.made
      ELSE format(''ALTER TABLE %I ADD CONSTRAINT %I %s'', name, line.conname, line.key) END\x3B
    EXECUTE format(''ALTER INDEX %s RENAME TO %I'', line.index, replace(trim(BOTH ''"'' FROM line.index), name || ''_'', part || ''_''))\x3B
  END LOOP\x3B

  IF (SELECT relrowsecurity FROM pg_class WHERE oid = name::regclass) THEN
    guards := guards || ARRAY[''ALTER TABLE %I ENABLE ROW LEVEL SECURITY'', ''ALTER TABLE %I FORCE ROW LEVEL SECURITY'']\x3B
  END IF\x3B
  FOR line IN SELECT polname, pg_get_expr(polqual, polrelid) AS condition FROM pg_policy WHERE polrelid = name::regclass LOOP
    guards := guards || format(''CREATE POLICY %I ON %%I USING (%s)'', line.polname, replace(line.condition, ''%'', ''%%''))\x3B
  END LOOP\x3B

  EXECUTE format(''ALTER TABLE %I RENAME TO %I'', name, part)\x3B
  EXECUTE format(''CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE (event_id)'', name, part)\x3B
  FOREACH statement IN ARRAY statements LOOP
    EXECUTE statement\x3B
  END LOOP\x3B
  EXECUTE format(''CREATE TABLE %I PARTITION OF %I DEFAULT'', stray, name)\x3B
  FOREACH guarded IN ARRAY ARRAY[name, stray] LOOP
    FOREACH statement IN ARRAY guards LOOP
      EXECUTE format(statement, guarded)\x3B
    END LOOP\x3B
  END LOOP\x3B

  IF NOT (SELECT convalidated FROM pg_constraint WHERE conrelid = part::regclass AND conname = name || ''_until'') THEN
    EXECUTE format(''WITH moved AS (DELETE FROM %I WHERE event_id >= %L RETURNING *) INSERT INTO %I SELECT * FROM moved'', part, bound, stray)\x3B
  END IF\x3B
  EXECUTE format(''ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)'', name, part, bound)\x3B
  EXECUTE format(''ALTER TABLE %I DROP CONSTRAINT %I'', part, name || ''_until'')\x3B
END';

-- Uniqueness over partitions needs the key that they are divided by: the event's id becomes the primary key.
-- The release before updates rows by number.
SELECT do_briefly('CREATE INDEX IF NOT EXISTS "outbox_id_idx" ON "outbox"("id")');
SELECT do_briefly('ALTER TABLE "outbox" DROP CONSTRAINT "outbox_pkey", ADD CONSTRAINT "outbox_pkey" PRIMARY KEY USING INDEX "outbox_event_id_key"')
WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'outbox'::regclass AND pg_get_constraintdef(oid) = 'PRIMARY KEY (event_id)');

-- A check that is known to hold spares the attaching a scan under its lock. To validate one stops no reader or writer.
SELECT do_briefly(format('ALTER TABLE "outbox" ADD CONSTRAINT "outbox_until" CHECK (event_id < %L) NOT VALID', id_bound('evt', date_trunc('day', now()) + interval '2 days')))
WHERE is_whole('outbox') AND NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'outbox'::regclass AND conname = 'outbox_until');
SELECT do_briefly(format('ALTER TABLE "inbox" ADD CONSTRAINT "inbox_until" CHECK (event_id < %L) NOT VALID', id_bound('evt', date_trunc('day', now()) + interval '2 days')))
WHERE is_whole('inbox') AND NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'inbox'::regclass AND conname = 'inbox_until');
SELECT validate_bound('outbox');
SELECT validate_bound('inbox');

CREATE OR REPLACE FUNCTION number_fact() RETURNS trigger LANGUAGE plpgsql AS E'
DECLARE
  number BIGINT\x3B
BEGIN
  INSERT INTO outbox_counter (organization_id, last) VALUES (NEW.organization_id, 1)
  ON CONFLICT (organization_id) DO UPDATE SET last = outbox_counter.last + 1 RETURNING last INTO number\x3B
  UPDATE outbox
  SET envelope = left(envelope, -1) || format('',"fact":{"source":"%s","ordinal":%s}}'', TG_TABLE_SCHEMA, number)
  WHERE event_id = NEW.event_id\x3B
  RETURN NULL\x3B
END';

SELECT do_briefly(E'DROP TRIGGER number_fact ON "outbox"\x3B
  SELECT divide_by_event(''outbox'')\x3B
  ALTER SEQUENCE "outbox_id_seq" OWNED BY "outbox"."id"\x3B
  CREATE CONSTRAINT TRIGGER number_fact AFTER INSERT ON "outbox" DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.ordered) EXECUTE FUNCTION number_fact()')
WHERE is_whole('outbox');
SELECT do_briefly('SELECT divide_by_event(''inbox'')')
WHERE is_whole('inbox');

-- Bounds of ids, by the collation of the database. Partitions beyond them are left out when a statement starts whose plan is kept.
CREATE OR REPLACE FUNCTION first_id(ids TEXT[]) RETURNS TEXT LANGUAGE sql IMMUTABLE AS E'SELECT min(id) FROM unnest(ids) AS event(id)';
CREATE OR REPLACE FUNCTION last_id(ids TEXT[]) RETURNS TEXT LANGUAGE sql IMMUTABLE AS E'SELECT max(id) FROM unnest(ids) AS event(id)';

DROP FUNCTION divide_by_event(TEXT);
DROP FUNCTION validate_bound(TEXT);
DROP FUNCTION is_whole(TEXT);
DROP FUNCTION id_bound(TEXT, TIMESTAMPTZ);
DROP FUNCTION do_briefly(TEXT);
