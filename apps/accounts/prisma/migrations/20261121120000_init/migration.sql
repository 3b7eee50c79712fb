-- CreateTable
CREATE TABLE "plan" (
    "name" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "included_sec" BIGINT NOT NULL,
    "roster_cap" INTEGER NOT NULL,
    "submission_cap" INTEGER NOT NULL,
    "max_guests" INTEGER NOT NULL,

    CONSTRAINT "plan_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "plan_feature" (
    "plan_name" TEXT NOT NULL,
    "feature" TEXT NOT NULL,

    CONSTRAINT "plan_feature_pkey" PRIMARY KEY ("plan_name","feature")
);

-- CreateTable
CREATE TABLE "organization" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan_name" TEXT NOT NULL,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "allowance_sec" BIGINT,
    "retention_days" INTEGER,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "scopes" TEXT[],
    "owner_member_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_secret" (
    "hash" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "key_secret_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "suppression" (
    "organization_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suppression_pkey" PRIMARY KEY ("organization_id","email")
);

-- CreateTable
CREATE TABLE "usage_entry" (
    "track_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "recording_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "duration_sec" INTEGER NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "collected_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "usage_entry_pkey" PRIMARY KEY ("track_id")
);

-- CreateTable
CREATE TABLE "usage_deletion" (
    "recording_id" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_deletion_pkey" PRIMARY KEY ("recording_id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "ip" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_record" (
    "scope" TEXT NOT NULL,
    "body_sha256" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "is_error" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("scope")
);

-- CreateTable
CREATE TABLE "outbox" (
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

-- CreateTable
CREATE TABLE "inbox" (
    "consumer" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "processed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("consumer","event_id")
);

-- CreateTable
CREATE TABLE "dead_letter" (
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

-- CreateIndex
CREATE UNIQUE INDEX "plan_rank_key" ON "plan"("rank");

-- CreateIndex
CREATE INDEX "member_organization_id_id_idx" ON "member"("organization_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "member_organization_id_email_key" ON "member"("organization_id", "email");

-- CreateIndex
CREATE INDEX "api_key_organization_id_id_idx" ON "api_key"("organization_id", "id" DESC);

-- CreateIndex
CREATE INDEX "api_key_owner_member_id_idx" ON "api_key"("owner_member_id");

-- CreateIndex
CREATE INDEX "key_secret_key_id_idx" ON "key_secret"("key_id");

-- CreateIndex
CREATE INDEX "usage_entry_organization_id_collected_at_idx" ON "usage_entry"("organization_id", "collected_at");

-- CreateIndex
CREATE INDEX "usage_entry_recording_id_idx" ON "usage_entry"("recording_id");

-- CreateIndex
CREATE INDEX "audit_entry_organization_id_id_idx" ON "audit_entry"("organization_id", "id" DESC);

-- CreateIndex
CREATE INDEX "idempotency_record_created_at_idx" ON "idempotency_record"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_event_id_key" ON "outbox"("event_id");

-- CreateIndex
CREATE INDEX "outbox_published_at_id_idx" ON "outbox"("published_at", "id");

-- CreateIndex
CREATE INDEX "outbox_published_at_claimed_until_idx" ON "outbox"("published_at", "claimed_until");

-- CreateIndex
CREATE INDEX "outbox_stream_epoch_stream_sequence_idx" ON "outbox"("stream_epoch", "stream_sequence");

-- CreateIndex
CREATE INDEX "inbox_processed_at_idx" ON "inbox"("processed_at");

-- CreateIndex
CREATE INDEX "dead_letter_redriven_at_id_idx" ON "dead_letter"("redriven_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "dead_letter_consumer_event_id_key" ON "dead_letter"("consumer", "event_id");

-- AddForeignKey
ALTER TABLE "plan_feature" ADD CONSTRAINT "plan_feature_plan_name_fkey" FOREIGN KEY ("plan_name") REFERENCES "plan"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization" ADD CONSTRAINT "organization_plan_name_fkey" FOREIGN KEY ("plan_name") REFERENCES "plan"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_owner_member_id_fkey" FOREIGN KEY ("owner_member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_secret" ADD CONSTRAINT "key_secret_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
