ALTER TABLE "outbox" ADD COLUMN "ordered" BOOLEAN NOT NULL DEFAULT true;

CREATE TABLE "outbox_counter" (
    "organization_id" TEXT NOT NULL,
    "last" BIGINT NOT NULL,

    CONSTRAINT "outbox_counter_pkey" PRIMARY KEY ("organization_id")
);

ALTER TABLE "outbox_counter" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "outbox_counter" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "outbox_counter" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

-- Facts get their numbers when their transaction commits: the counter's row is then the last thing that it locks, so that no
-- two transactions wait for each other, and no other fact of the organization commits in between. The number joins the
-- envelope as text, which JSON functions of the database would rewrite.
-- Inside the function, \x3B stands for a semicolon: migrations are split at semicolons, quoted or not.
CREATE FUNCTION number_fact() RETURNS trigger LANGUAGE plpgsql AS E'
DECLARE
  number BIGINT\x3B
BEGIN
  INSERT INTO outbox_counter (organization_id, last) VALUES (NEW.organization_id, 1)
  ON CONFLICT (organization_id) DO UPDATE SET last = outbox_counter.last + 1 RETURNING last INTO number\x3B
  UPDATE outbox
  SET envelope = left(envelope, -1) || format('',"fact":{"source":"%s","ordinal":%s}}'', TG_TABLE_SCHEMA, number)
  WHERE id = NEW.id\x3B
  RETURN NULL\x3B
END';

CREATE CONSTRAINT TRIGGER number_fact AFTER INSERT ON "outbox" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (NEW.ordered) EXECUTE FUNCTION number_fact();
