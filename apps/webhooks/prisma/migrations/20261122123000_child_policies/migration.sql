-- As ADR 10 has it for every child: OFFSET 0 keeps PostgreSQL from answering EXISTS by reading all parents first.

ALTER POLICY organization ON "secret" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "endpoint" WHERE "endpoint"."id" = "secret"."endpoint_id" OFFSET 0)
);
ALTER POLICY organization ON "attempt" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "delivery" WHERE "delivery"."id" = "attempt"."delivery_id" OFFSET 0)
);
