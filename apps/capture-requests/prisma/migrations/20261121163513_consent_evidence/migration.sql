-- CreateTable
CREATE TABLE "evidence" (
    "submission_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "previous_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "record" TEXT,
    "kid" TEXT NOT NULL,
    "signature" TEXT NOT NULL,

    CONSTRAINT "evidence_pkey" PRIMARY KEY ("submission_id")
);

-- CreateTable
CREATE TABLE "evidence_head" (
    "organization_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "evidence_head_pkey" PRIMARY KEY ("organization_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "evidence_organization_id_sequence_key" ON "evidence"("organization_id", "sequence");

-- A link of the chain never changes and never goes. What it says of a person may be erased, with the answer that a
-- new one replaced. Bodies are escaped because the schema engine splits scripts at every semicolon: \x3b is one.
CREATE FUNCTION refuse_evidence_change() RETURNS trigger LANGUAGE plpgsql AS
E'BEGIN RAISE EXCEPTION ''evidence of % is frozen'', OLD.submission_id\x3b END';

CREATE TRIGGER evidence_is_frozen BEFORE UPDATE ON evidence FOR EACH ROW
WHEN (
  NEW.record IS NOT NULL AND NEW.record IS DISTINCT FROM OLD.record
  OR (NEW.submission_id, NEW.organization_id, NEW.sequence, NEW.previous_hash, NEW.hash, NEW.kid, NEW.signature)
     IS DISTINCT FROM
     (OLD.submission_id, OLD.organization_id, OLD.sequence, OLD.previous_hash, OLD.hash, OLD.kid, OLD.signature)
)
EXECUTE FUNCTION refuse_evidence_change();

CREATE TRIGGER evidence_stays BEFORE DELETE ON evidence FOR EACH ROW EXECUTE FUNCTION refuse_evidence_change();
