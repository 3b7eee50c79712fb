-- Plans are rows, so that an operator's plan needs no release. Seconds are per calendar month.
INSERT INTO "plan" ("name", "rank", "included_sec", "roster_cap", "submission_cap", "max_guests") VALUES
  ('free', 0, 3600, 25, 100, 0),
  ('team', 10, 360000, 250, 10000, 4),
  ('platform', 20, 3600000, 1000, 10000, 8);

INSERT INTO "plan_feature" ("plan_name", "feature") VALUES
  ('free', 'capture_requests'),
  ('free', 'recordings'),
  ('team', 'api'),
  ('team', 'capture_requests'),
  ('team', 'recordings'),
  ('team', 'sessions'),
  ('team', 'webhooks'),
  ('platform', 'api'),
  ('platform', 'capture_requests'),
  ('platform', 'recordings'),
  ('platform', 'sessions'),
  ('platform', 'webhooks'),
  ('platform', 'consent_evidence');

-- The log of changes cannot be rewritten through the service's own role by accident.
-- The adapter splits migrations at every semicolon, wherever it stands: \x3b is the one inside the body.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
  RAISE EXCEPTION ''audit_entry is append only''\x3b
END';

CREATE TRIGGER audit_entry_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
