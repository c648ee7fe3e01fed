-- How many there are of each value of a filter is kept as well: counting the coaches of a city up to a thousand took as
-- long as reading a page of them.
call count_no_longer('coach', array['coach']);
call count_rows('coach', $$values ('coach', ''), ('coach-status', it.status)
  union all select 'coach-country', it.country where it.country is not null
  union all select 'coach-city', it.city where it.city is not null$$);
call count_no_longer('organization', array['organization']);
call count_rows('organization', $$values ('organization', '')
  union all select 'organization-country', it.country where it.country is not null
  union all select 'organization-city', it.city where it.city is not null$$);
