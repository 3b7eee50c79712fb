-- DropIndex
DROP INDEX "session_token_session_id_idx";

-- AlterTable
ALTER TABLE "participant" ADD COLUMN     "invite_id" TEXT,
ADD COLUMN     "removed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "session_token" ADD COLUMN     "invite_id" TEXT,
ADD COLUMN     "revoked_at" TIMESTAMPTZ(3),
ADD COLUMN     "sign_in_id" TEXT;

-- CreateTable
CREATE TABLE "host_sign_in" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "host_sign_in_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "host_sign_in_member_id_idx" ON "host_sign_in"("member_id");

-- CreateIndex
CREATE INDEX "host_sign_in_created_at_idx" ON "host_sign_in"("created_at");

-- CreateIndex
CREATE INDEX "participant_member_id_idx" ON "participant"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_invite_id_key" ON "session_token"("invite_id");

-- CreateIndex
CREATE INDEX "session_token_session_id_kind_invite_id_idx" ON "session_token"("session_id", "kind", "invite_id" DESC);

-- CreateIndex
CREATE INDEX "session_token_participant_id_idx" ON "session_token"("participant_id");

-- CreateIndex
CREATE INDEX "session_token_sign_in_id_idx" ON "session_token"("sign_in_id");

-- Second isolation lock (ADR 10).

ALTER TABLE "host_sign_in" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "host_sign_in" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "host_sign_in" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);
