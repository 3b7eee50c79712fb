-- CreateTable
CREATE TABLE "upload" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size_bytes" BIGINT,
    "part_size" INTEGER NOT NULL,
    "capture_request_id" TEXT,
    "session_id" TEXT,
    "participant_id" TEXT,
    "is_guest" BOOLEAN NOT NULL,
    "state" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_activity_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "cleared_at" TIMESTAMPTZ(3),
    "recording_id" TEXT,
    "answer" TEXT,

    CONSTRAINT "upload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upload_part" (
    "upload_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "generation" INTEGER NOT NULL,
    "size" INTEGER,
    "sha256" TEXT,
    "stored_at" TIMESTAMPTZ(3),

    CONSTRAINT "upload_part_pkey" PRIMARY KEY ("upload_id","number")
);

-- CreateTable
CREATE TABLE "recording" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "session_id" TEXT,
    "capture_request_id" TEXT,
    "submission_id" TEXT,
    "status" TEXT NOT NULL,
    "duration_sec" INTEGER,
    "expected_track_count" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "promoted_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "recording_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "track" (
    "id" TEXT NOT NULL,
    "recording_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "upload_id" TEXT NOT NULL,
    "participant_id" TEXT,
    "is_guest" BOOLEAN NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "part_size" INTEGER NOT NULL,
    "size_bytes" BIGINT,
    "sha256" TEXT,
    "codecs" TEXT,
    "width" INTEGER,
    "height" INTEGER,
    "duration_ms" INTEGER,
    "started_at_ms" DOUBLE PRECISION,
    "offset_uncertainty_ms" DOUBLE PRECISION,
    "drift_ppm" DOUBLE PRECISION,
    "gaps" TEXT NOT NULL DEFAULT '[]',
    "manifest" TEXT,
    "available_at" TIMESTAMPTZ(3),
    "missing_since" TIMESTAMPTZ(3),

    CONSTRAINT "track_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "download_grant" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "recording_id" TEXT NOT NULL,
    "track_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "ip_address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "download_grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deletion_receipt" (
    "recording_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,
    "receipt" TEXT NOT NULL,

    CONSTRAINT "deletion_receipt_pkey" PRIMARY KEY ("recording_id")
);

-- CreateTable
CREATE TABLE "organization_retention" (
    "organization_id" TEXT NOT NULL,
    "retention_days" INTEGER,
    "revision" INTEGER NOT NULL,

    CONSTRAINT "organization_retention_pkey" PRIMARY KEY ("organization_id")
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
CREATE INDEX "upload_state_last_activity_at_idx" ON "upload"("state", "last_activity_at");

-- CreateIndex
CREATE INDEX "upload_state_cleared_at_idx" ON "upload"("state", "cleared_at");

-- CreateIndex
CREATE INDEX "upload_session_id_idx" ON "upload"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "recording_session_id_key" ON "recording"("session_id");

-- CreateIndex
CREATE INDEX "recording_organization_id_id_idx" ON "recording"("organization_id", "id");

-- CreateIndex
CREATE INDEX "recording_capture_request_id_idx" ON "recording"("capture_request_id");

-- CreateIndex
CREATE INDEX "recording_created_at_idx" ON "recording"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "track_upload_id_key" ON "track"("upload_id");

-- CreateIndex
CREATE INDEX "track_recording_id_idx" ON "track"("recording_id");

-- CreateIndex
CREATE INDEX "track_state_available_at_idx" ON "track"("state", "available_at");

-- CreateIndex
CREATE INDEX "download_grant_organization_id_id_idx" ON "download_grant"("organization_id", "id");

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
ALTER TABLE "upload_part" ADD CONSTRAINT "upload_part_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "upload"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "track" ADD CONSTRAINT "track_recording_id_fkey" FOREIGN KEY ("recording_id") REFERENCES "recording"("id") ON DELETE CASCADE ON UPDATE CASCADE;
