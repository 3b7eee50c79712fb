-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "room_code" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "max_guests" INTEGER NOT NULL,
    "host_member_id" TEXT NOT NULL,
    "recording_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ended_announced_at" TIMESTAMPTZ(3),
    "expired_announced_at" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session_token" (
    "hash" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "participant" (
    "id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "is_guest" BOOLEAN NOT NULL,
    "display_name" TEXT NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL,
    "left_at" TIMESTAMPTZ(3),

    CONSTRAINT "participant_pkey" PRIMARY KEY ("id")
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
CREATE UNIQUE INDEX "session_room_code_key" ON "session"("room_code");

-- CreateIndex
CREATE INDEX "session_organization_id_id_idx" ON "session"("organization_id", "id" DESC);

-- CreateIndex
CREATE INDEX "session_state_expired_announced_at_expires_at_idx" ON "session"("state", "expired_announced_at", "expires_at");

-- CreateIndex
CREATE INDEX "session_state_ended_announced_at_ended_at_idx" ON "session"("state", "ended_announced_at", "ended_at");

-- CreateIndex
CREATE INDEX "session_token_session_id_idx" ON "session_token"("session_id");

-- CreateIndex
CREATE INDEX "participant_session_id_id_idx" ON "participant"("session_id", "id");

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
ALTER TABLE "session_token" ADD CONSTRAINT "session_token_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "participant" ADD CONSTRAINT "participant_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
