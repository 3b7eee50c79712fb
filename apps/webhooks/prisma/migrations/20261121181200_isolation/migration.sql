-- Second isolation lock (ADR 10): rows are there for the organization that a statement runs for, told by the
-- connection as capture.organization, where '*' stands for every one. FORCE, because the service's role owns its tables.

ALTER TABLE "endpoint" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "endpoint" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "endpoint" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "event" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "event" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "event" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "event_counter" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "event_counter" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "event_counter" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "delivery" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "delivery" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "delivery" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "queue_item" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "queue_item" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "queue_item" USING (
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

-- Its organization is that of its "endpoint", whose policy applies in here.

ALTER TABLE "secret" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "secret" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "secret" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "endpoint" WHERE "endpoint"."id" = "secret"."endpoint_id")
);

-- Its organization is that of its "delivery", whose policy applies in here.

ALTER TABLE "attempt" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "attempt" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "attempt" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "delivery" WHERE "delivery"."id" = "attempt"."delivery_id")
);
