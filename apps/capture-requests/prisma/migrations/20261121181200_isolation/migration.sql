-- Second isolation lock (ADR 10): rows are there for the organization that a statement runs for, told by the
-- connection as capture.organization, where '*' stands for every one. FORCE, because the service's role owns its tables.

ALTER TABLE "organization" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "organization" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "organization" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "capture_request" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "capture_request" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "capture_request" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "contact" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "contact" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "contact" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "take" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "take" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "take" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "submission" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "submission" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "submission" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "consent" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "consent" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "consent" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "evidence" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "evidence" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "evidence" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "evidence_head" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "evidence_head" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "evidence_head" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "disposal" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "disposal" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "disposal" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "outbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "outbox" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "dead_letter" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "dead_letter" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "dead_letter" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

-- Its organization is that of its "capture_request", whose policy applies in here.

ALTER TABLE "release_wording" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "release_wording" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "release_wording" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "capture_request" WHERE "capture_request"."id" = "release_wording"."capture_request_id")
);
