-- CreateTable
CREATE TABLE "media_store" (
    "name" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "run" INTEGER NOT NULL,
    "marked_at" TIMESTAMPTZ(3),

    CONSTRAINT "media_store_pkey" PRIMARY KEY ("name")
);
