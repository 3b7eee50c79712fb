-- Roles that there are. 'member' is what producers were called before: processes of that release know them by this name
-- alone, so it stays the stored one until no such process runs (ADR 30).
ALTER TABLE "member" ADD CONSTRAINT "member_role_check" CHECK ("role" IN ('owner', 'admin', 'producer', 'viewer', 'member'));
