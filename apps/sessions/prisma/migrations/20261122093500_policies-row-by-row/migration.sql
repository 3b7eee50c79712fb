-- OFFSET 0 keeps PostgreSQL from answering EXISTS by reading every session first, which it prefers to asking row by row when
-- it expects many rows, also where a page takes only the first of them.

ALTER POLICY organization ON "session_token" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "session" WHERE "session"."id" = "session_token"."session_id" OFFSET 0)
);
ALTER POLICY organization ON "participant" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "session" WHERE "session"."id" = "participant"."session_id" OFFSET 0)
);
