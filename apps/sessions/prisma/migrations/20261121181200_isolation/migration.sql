-- Second isolation lock (ADR 10): rows are there for the organization that a statement runs for, told by the
-- connection as capture.organization, where '*' stands for every one. FORCE, because the service's role owns its tables.

ALTER TABLE "session" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "session" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "session" USING (
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

-- Its organization is that of its "session", whose policy applies in here.

ALTER TABLE "session_token" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "session_token" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "session_token" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "session" WHERE "session"."id" = "session_token"."session_id")
);

-- Its organization is that of its "session", whose policy applies in here.

ALTER TABLE "participant" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "participant" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "participant" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "session" WHERE "session"."id" = "participant"."session_id")
);
