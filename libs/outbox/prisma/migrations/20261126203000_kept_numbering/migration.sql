-- A plan for one partition looks cheaper than one for all of them, so PostgreSQL makes it anew for every fact (ADR 76).
ALTER FUNCTION number_fact() SET plan_cache_mode = force_generic_plan;
