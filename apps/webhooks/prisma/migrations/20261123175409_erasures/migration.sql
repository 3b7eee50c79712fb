-- CreateTable
CREATE TABLE "person_erasure" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "counts" JSONB NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_erasure_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "person_erasure" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "person_erasure" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "person_erasure" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);
