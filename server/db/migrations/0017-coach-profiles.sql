-- Whoever has the role Coach has a profile, by which clients are assigned: it comes with the role now. Those who were
-- given the role without one get theirs here; it is listed, and filled in by whoever manages coaches.
insert into coach (id, user_id)
select gen_random_uuid(), "user".id from "user"
where "user".roles @> array['coach_user']
on conflict (user_id) do nothing;
