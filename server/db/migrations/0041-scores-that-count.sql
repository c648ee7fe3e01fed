-- The scores of a client that count (contract/scores.ts), newest first: so many at most. Those who are listed by a score that
-- counts no more are listed anew.
create or replace function burnout_of(client uuid, most integer) returns double precision[]
  language sql stable parallel safe
  return array(
    select it.risk_score from burnout_assessment as it
    where it.client_id = client and not exists (
      select from burnout_assessment as before
      where before.client_id = it.client_id and before.week_number = it.week_number and before.weight > it.weight)
    order by it.week_number desc, it.created_at desc, it.id desc limit most
  );
select keep_burnout_of(array(select distinct client_id from burnout_assessment where weight <> 2));
