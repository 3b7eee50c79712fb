-- As ADR 10 has it for every child: OFFSET 0 keeps PostgreSQL from answering EXISTS by reading all parents first.

ALTER POLICY organization ON "session_track" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "session" WHERE "session"."id" = "session_track"."session_id" OFFSET 0)
);
ALTER POLICY organization ON "take" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "session" WHERE "session"."id" = "take"."session_id" OFFSET 0)
);
ALTER POLICY organization ON "take_acknowledgement" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "session" WHERE "session"."id" = "take_acknowledgement"."session_id" OFFSET 0)
);
