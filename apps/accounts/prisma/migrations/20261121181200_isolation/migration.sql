-- Second isolation lock (ADR 10): rows are there for the organization that a statement runs for, told by the
-- connection as capture.organization, where '*' stands for every one. FORCE, because the service's role owns its tables.

ALTER TABLE "organization" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "organization" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "organization" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "member" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "member" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "member" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "api_key" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "api_key" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "api_key" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "suppression" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "suppression" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "suppression" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "usage_entry" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "usage_entry" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "usage_entry" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "audit_entry" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "audit_entry" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "audit_entry" USING (
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

-- Its organization is that of its "api_key", whose policy applies in here.

ALTER TABLE "key_secret" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "key_secret" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "key_secret" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "api_key" WHERE "api_key"."id" = "key_secret"."key_id")
);
