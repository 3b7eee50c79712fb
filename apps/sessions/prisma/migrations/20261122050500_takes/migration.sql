-- CreateTable
CREATE TABLE "take" (
    "session_id" TEXT NOT NULL,
    "take_number" INTEGER NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "stopped_at" TIMESTAMPTZ(3),

    CONSTRAINT "take_pkey" PRIMARY KEY ("session_id","take_number")
);

-- AddForeignKey
ALTER TABLE "take" ADD CONSTRAINT "take_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Second isolation lock (ADR 10): its organization is that of its "session", whose policy applies in here.

ALTER TABLE "take" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "take" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "take" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "session" WHERE "session"."id" = "take"."session_id")
);
