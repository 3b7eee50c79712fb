-- The services that are older than this set of migrations made these tables in migrations of their own.

CREATE TABLE IF NOT EXISTS "outbox" (
    "id" BIGSERIAL NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "envelope" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed_until" TIMESTAMPTZ(3),
    "claimed_by" TEXT,
    "published_at" TIMESTAMPTZ(3),
    "stream_epoch" TEXT,
    "stream_sequence" BIGINT,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX IF NOT EXISTS "outbox_event_id_key" ON "outbox"("event_id");
CREATE INDEX IF NOT EXISTS "outbox_published_at_id_idx" ON "outbox"("published_at", "id");
CREATE INDEX IF NOT EXISTS "outbox_published_at_claimed_until_idx" ON "outbox"("published_at", "claimed_until");
CREATE INDEX IF NOT EXISTS "outbox_stream_epoch_stream_sequence_idx" ON "outbox"("stream_epoch", "stream_sequence");

CREATE TABLE IF NOT EXISTS "inbox" (
    "consumer" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "processed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("consumer","event_id")
);

CREATE INDEX IF NOT EXISTS "inbox_processed_at_idx" ON "inbox"("processed_at");

CREATE TABLE IF NOT EXISTS "dead_letter" (
    "id" BIGSERIAL NOT NULL,
    "consumer" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "envelope" TEXT NOT NULL,
    "error" TEXT NOT NULL,
    "deliveries" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "redriven_at" TIMESTAMPTZ(3),

    CONSTRAINT "dead_letter_pkey" PRIMARY KEY ("id")
);

CREATE INDEX IF NOT EXISTS "dead_letter_redriven_at_id_idx" ON "dead_letter"("redriven_at", "id");
CREATE UNIQUE INDEX IF NOT EXISTS "dead_letter_consumer_event_id_key" ON "dead_letter"("consumer", "event_id");

-- Second isolation lock (ADR 10): rows are there for the organization that a statement runs for.

ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "outbox" FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS organization ON "outbox";
CREATE POLICY organization ON "outbox" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "dead_letter" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "dead_letter" FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS organization ON "dead_letter";
CREATE POLICY organization ON "dead_letter" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);
