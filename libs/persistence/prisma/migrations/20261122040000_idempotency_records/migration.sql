-- The services that are older than this set of migrations made the table in migrations of their own.

CREATE TABLE IF NOT EXISTS "idempotency_record" (
    "scope" TEXT NOT NULL,
    "body_sha256" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "is_error" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("scope")
);

CREATE INDEX IF NOT EXISTS "idempotency_record_created_at_idx" ON "idempotency_record"("created_at");
