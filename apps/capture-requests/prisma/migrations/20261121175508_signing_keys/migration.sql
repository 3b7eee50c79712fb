-- CreateTable
CREATE TABLE "signing_key" (
    "kid" TEXT NOT NULL,
    "x" TEXT NOT NULL,
    "first_used_at" TIMESTAMPTZ(3) NOT NULL,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "signing_key_pkey" PRIMARY KEY ("kid")
);
