-- As ADR 10 has it for every child: OFFSET 0 keeps PostgreSQL from answering EXISTS by reading all parents first.

ALTER POLICY organization ON "key_secret" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "api_key" WHERE "api_key"."id" = "key_secret"."key_id" OFFSET 0)
);
