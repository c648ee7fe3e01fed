-- Until version 1.0.0 it queued the jobs, which are in pending_job now.
drop schema if exists graphile_worker cascade;
