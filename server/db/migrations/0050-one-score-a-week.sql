-- The assessment of each week that counts (contract/scores.ts): of the source that stands first, the newest.
create view counting_assessment as
  select distinct on (client_id, week_number) client_id, week_number, id, risk_score, source, created_at
  from burnout_assessment
  order by client_id, week_number desc, weight desc, created_at desc, id desc;

drop index burnout_assessment_client_ix;
create index burnout_assessment_client_ix
  on burnout_assessment (client_id, week_number desc, weight desc, created_at desc, id desc) include (risk_score, source);

-- The scores of a client that count, newest first: so many at most. Those who are listed by a second one of the same week
-- are listed anew.
create or replace function burnout_of(client uuid, most integer) returns double precision[]
  language sql stable parallel safe
  return array(
    select risk_score from counting_assessment where client_id = client order by week_number desc limit most
  );
select keep_burnout_of(array(
  select distinct client_id from burnout_assessment group by client_id, week_number having count(*) > 1));
