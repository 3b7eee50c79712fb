-- CreateTable
CREATE TABLE "organization" (
    "id" TEXT NOT NULL,
    "paused" BOOLEAN NOT NULL,
    "submission_cap" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "capture_request" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "prompt" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "max_duration_sec" INTEGER NOT NULL,
    "metadata" TEXT NOT NULL,
    "deadline_at" TIMESTAMPTZ(3),
    "release_required" BOOLEAN NOT NULL,
    "release_number" INTEGER,
    "release_count" INTEGER NOT NULL,
    "campaign_id" TEXT,
    "campaign_version" INTEGER NOT NULL,
    "campaign_open" BOOLEAN NOT NULL,
    "contact_count" INTEGER NOT NULL DEFAULT 0,
    "submission_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "launched_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "closed_reason" TEXT,

    CONSTRAINT "capture_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "release_wording" (
    "capture_request_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "release_wording_pkey" PRIMARY KEY ("capture_request_id","number")
);

-- CreateTable
CREATE TABLE "contact" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "capture_request_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "link_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_submission_at" TIMESTAMPTZ(3),

    CONSTRAINT "contact_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "take" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "capture_request_id" TEXT NOT NULL,
    "contact_id" TEXT,
    "campaign_id" TEXT,
    "link_version" INTEGER NOT NULL,
    "person" TEXT NOT NULL,
    "client_take_id" TEXT,
    "display_name" TEXT NOT NULL,
    "duration_sec" DOUBLE PRECISION NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "content_type" TEXT NOT NULL,
    "sha256" TEXT,
    "release_accepted" BOOLEAN NOT NULL,
    "release_number" INTEGER,
    "manifest" TEXT NOT NULL,
    "previous_submission_id" TEXT,
    "part_size" INTEGER,
    "state" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "submission_id" TEXT,
    "accepted_at" TIMESTAMPTZ(3),
    "ip_address" TEXT,
    "consent_number" INTEGER,
    "digests" TEXT,
    "resume_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "refusal" TEXT,

    CONSTRAINT "take_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "submission" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "capture_request_id" TEXT NOT NULL,
    "contact_id" TEXT,
    "person" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "recording_id" TEXT,
    "duration_sec" INTEGER NOT NULL,
    "via_open_link" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "previous_take_at" TIMESTAMPTZ(3),
    "footage_expired_at" TIMESTAMPTZ(3),

    CONSTRAINT "submission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent" (
    "submission_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "capture_request_id" TEXT,
    "text" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT NOT NULL,
    "subject_name" TEXT NOT NULL,

    CONSTRAINT "consent_pkey" PRIMARY KEY ("submission_id")
);

-- CreateTable
CREATE TABLE "disposal" (
    "target_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "disposal_pkey" PRIMARY KEY ("target_id")
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
CREATE UNIQUE INDEX "capture_request_campaign_id_key" ON "capture_request"("campaign_id");

-- CreateIndex
CREATE INDEX "capture_request_organization_id_id_idx" ON "capture_request"("organization_id", "id");

-- CreateIndex
CREATE INDEX "capture_request_organization_id_status_id_idx" ON "capture_request"("organization_id", "status", "id");

-- CreateIndex
CREATE INDEX "capture_request_status_deadline_at_idx" ON "capture_request"("status", "deadline_at");

-- CreateIndex
CREATE INDEX "contact_capture_request_id_id_idx" ON "contact"("capture_request_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_capture_request_id_email_key_key" ON "contact"("capture_request_id", "email_key");

-- CreateIndex
CREATE UNIQUE INDEX "take_submission_id_key" ON "take"("submission_id");

-- CreateIndex
CREATE INDEX "take_person_state_idx" ON "take"("person", "state");

-- CreateIndex
CREATE INDEX "take_capture_request_id_state_idx" ON "take"("capture_request_id", "state");

-- CreateIndex
CREATE INDEX "take_state_resume_at_idx" ON "take"("state", "resume_at");

-- CreateIndex
CREATE INDEX "take_state_opened_at_idx" ON "take"("state", "opened_at");

-- CreateIndex
CREATE UNIQUE INDEX "take_person_client_take_id_key" ON "take"("person", "client_take_id");

-- CreateIndex
CREATE INDEX "submission_capture_request_id_id_idx" ON "submission"("capture_request_id", "id");

-- CreateIndex
CREATE INDEX "submission_contact_id_idx" ON "submission"("contact_id");

-- CreateIndex
CREATE INDEX "submission_recording_id_idx" ON "submission"("recording_id");

-- CreateIndex
CREATE UNIQUE INDEX "submission_capture_request_id_person_key" ON "submission"("capture_request_id", "person");

-- CreateIndex
CREATE INDEX "consent_capture_request_id_idx" ON "consent"("capture_request_id");

-- CreateIndex
CREATE INDEX "consent_organization_id_accepted_at_idx" ON "consent"("organization_id", "accepted_at");

-- CreateIndex
CREATE INDEX "disposal_next_attempt_at_idx" ON "disposal"("next_attempt_at");

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
ALTER TABLE "release_wording" ADD CONSTRAINT "release_wording_capture_request_id_fkey" FOREIGN KEY ("capture_request_id") REFERENCES "capture_request"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact" ADD CONSTRAINT "contact_capture_request_id_fkey" FOREIGN KEY ("capture_request_id") REFERENCES "capture_request"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission" ADD CONSTRAINT "submission_capture_request_id_fkey" FOREIGN KEY ("capture_request_id") REFERENCES "capture_request"("id") ON DELETE CASCADE ON UPDATE CASCADE;
