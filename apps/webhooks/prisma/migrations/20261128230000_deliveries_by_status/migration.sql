-- For the list of an endpoint's deliveries of one status. The table may be large, so the index is made beside readers and writers,
-- which no transaction can: each statement commits by itself. One that was stopped midway leaves an index that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS "delivery_endpoint_id_status_id_idx";

CREATE INDEX CONCURRENTLY "delivery_endpoint_id_status_id_idx" ON "delivery"("endpoint_id", "status", "id");
