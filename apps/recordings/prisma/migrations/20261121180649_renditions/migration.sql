-- AlterTable
ALTER TABLE "download_grant" ADD COLUMN     "rendition" TEXT NOT NULL DEFAULT 'original';

-- CreateTable
CREATE TABLE "rendition" (
    "upload_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "deaths" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "failure" TEXT,
    "file_key" TEXT,
    "part_size" INTEGER NOT NULL,
    "size_bytes" BIGINT,
    "sha256" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "ready_at" TIMESTAMPTZ(3),

    CONSTRAINT "rendition_pkey" PRIMARY KEY ("upload_id","name")
);

-- CreateTable
CREATE TABLE "rendition_part" (
    "upload_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "organization_id" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "rendition_part_pkey" PRIMARY KEY ("upload_id","name","number")
);

-- CreateIndex
CREATE INDEX "rendition_state_lease_until_idx" ON "rendition"("state", "lease_until");

-- AddForeignKey
ALTER TABLE "rendition_part" ADD CONSTRAINT "rendition_part_upload_id_name_fkey" FOREIGN KEY ("upload_id", "name") REFERENCES "rendition"("upload_id", "name") ON DELETE CASCADE ON UPDATE CASCADE;
