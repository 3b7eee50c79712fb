-- CreateTable
CREATE TABLE "clock_sample" (
    "session_id" TEXT NOT NULL,
    "participant_id" TEXT NOT NULL,
    "clock_id" TEXT NOT NULL,
    "bucket" INTEGER NOT NULL,
    "device_at" DOUBLE PRECISION NOT NULL,
    "offset_ms" DOUBLE PRECISION NOT NULL,
    "uncertainty_ms" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "clock_sample_pkey" PRIMARY KEY ("participant_id","clock_id","bucket")
);

-- CreateIndex
CREATE INDEX "clock_sample_session_id_idx" ON "clock_sample"("session_id");

-- CreateIndex
CREATE INDEX "clock_sample_bucket_idx" ON "clock_sample"("bucket");

-- AddForeignKey
ALTER TABLE "clock_sample" ADD CONSTRAINT "clock_sample_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "clock_sample" ADD CONSTRAINT "clock_sample_participant_id_fkey" FOREIGN KEY ("participant_id") REFERENCES "participant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Second isolation lock (ADR 10): its organization is that of its "session", whose policy applies in here.

ALTER TABLE "clock_sample" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "clock_sample" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "clock_sample" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "session" WHERE "session"."id" = "clock_sample"."session_id" OFFSET 0)
);
