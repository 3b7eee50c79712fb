# Run once by the image of PostgreSQL, on an empty volume: a role and a schema of its own for each service.
set -eu
for service in accounts capture_requests recordings sessions webhooks; do
  eval "password=\$PASSWORD_$service"
  psql -v ON_ERROR_STOP=1 -U postgres -d capture -v role="capture_$service" -v schema="$service" -v password="$password" <<-'SQL'
	CREATE ROLE :"role" LOGIN PASSWORD :'password';
	CREATE SCHEMA :"schema" AUTHORIZATION :"role";
	ALTER ROLE :"role" SET search_path = :"schema";
	REVOKE CREATE ON SCHEMA public FROM PUBLIC;
SQL
done
