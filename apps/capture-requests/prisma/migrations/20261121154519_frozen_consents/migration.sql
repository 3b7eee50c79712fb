-- A consent record never changes. It may lose its request, and it goes with the answer that a new one replaced.
-- The body is escaped because the schema engine splits scripts at every semicolon: \x3b is one.
CREATE FUNCTION refuse_consent_change() RETURNS trigger LANGUAGE plpgsql AS
E'BEGIN RAISE EXCEPTION ''consent % is frozen'', OLD.submission_id\x3b END';

CREATE TRIGGER consent_is_frozen BEFORE UPDATE ON consent FOR EACH ROW
WHEN (
  NEW.capture_request_id IS NOT NULL AND NEW.capture_request_id IS DISTINCT FROM OLD.capture_request_id
  OR (NEW.submission_id, NEW.organization_id, NEW.text, NEW.version, NEW.accepted_at, NEW.ip_address, NEW.subject_name)
     IS DISTINCT FROM
     (OLD.submission_id, OLD.organization_id, OLD.text, OLD.version, OLD.accepted_at, OLD.ip_address, OLD.subject_name)
)
EXECUTE FUNCTION refuse_consent_change();
