-- As ADR 10 has it for every child: OFFSET 0 keeps PostgreSQL from answering EXISTS by reading all parents first.

ALTER POLICY organization ON "release_wording" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "capture_request" WHERE "capture_request"."id" = "release_wording"."capture_request_id" OFFSET 0)
);
