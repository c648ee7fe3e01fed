-- Each order of a list, and each filter in the order of names: a page is read where it stands.

drop index user_shown_name_ix;
create index user_name_ix on "user" (name, id);
create index user_created_ix on "user" (created_at, id);
create index user_email_ix on "user" (email, id);
create index user_name_system_admin_ix on "user" (name, id) where roles @> array['system_admin'];
create index user_name_maylab_admin_ix on "user" (name, id) where roles @> array['maylab_admin'];
create index user_name_coach_user_ix on "user" (name, id) where roles @> array['coach_user'];
create index user_name_org_user_ix on "user" (name, id) where roles @> array['org_user'];
create index user_name_client_user_ix on "user" (name, id) where roles @> array['client_user'];

create index coach_name_ix on coach (name, id);
create index coach_experience_ix on coach (experienced_since, id);
create index coach_created_ix on coach (created_at, id);
create index coach_status_ix on coach (status, name, id);
drop index coach_place_ix;
create index coach_country_ix on coach (country, name, id);
create index coach_city_ix on coach (city, name, id);

drop index client_shown_name_ix;
create index client_name_ix on client (name, id);
drop index client_coach_ix;
create index client_coach_ix on client (coach_id, name, id);
drop index client_unassigned_ix;
create index client_unassigned_ix on client (name, id) where coach_id is null;

drop index organization_shown_name_ix;
create index organization_name_ix on organization (name collate "und-x-icu", id);
create index organization_created_ix on organization (created_at, id);
drop index organization_place_ix;
create index organization_country_ix on organization (country, name collate "und-x-icu", id);
create index organization_city_ix on organization (city, name collate "und-x-icu", id);

-- What was done in the name of somebody else is little beside all that was done.
create index audit_entry_behind_ix on audit_entry (created_at, id) where original_user_id is not null;
