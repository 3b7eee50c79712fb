-- As ADR 10 has it for every child: OFFSET 0 keeps PostgreSQL from answering EXISTS by reading all parents first.

ALTER POLICY organization ON "upload_part" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "upload" WHERE "upload"."id" = "upload_part"."upload_id" OFFSET 0)
);
