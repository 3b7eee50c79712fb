-- CreateTable
CREATE TABLE "passkey" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passkey_challenge" (
    "id" TEXT NOT NULL,
    "browser_tag" TEXT,
    "sign_in_id" TEXT,
    "failure_ids" BIGINT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "passkey_challenge_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey"("credential_id");

-- CreateIndex
CREATE INDEX "passkey_email_idx" ON "passkey"("email");

-- CreateIndex
CREATE INDEX "passkey_challenge_sign_in_id_idx" ON "passkey_challenge"("sign_in_id");

-- CreateIndex
CREATE INDEX "passkey_challenge_expires_at_idx" ON "passkey_challenge"("expires_at");

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_email_fkey" FOREIGN KEY ("email") REFERENCES "person"("email") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_sign_in_id_fkey" FOREIGN KEY ("sign_in_id") REFERENCES "sign_in"("id") ON DELETE CASCADE ON UPDATE CASCADE;
