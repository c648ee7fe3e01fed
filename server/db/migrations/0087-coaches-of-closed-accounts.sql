-- The profile of a coach whose account is deactivated, or has not the role any more, is inactive from now on. Clients stay.
update coach set status = 'inactive'
from "user"
where "user".id = coach.user_id and coach.status <> 'inactive'
  and ("user".deactivated_at is not null or not "user".roles @> array['coach_user']);
