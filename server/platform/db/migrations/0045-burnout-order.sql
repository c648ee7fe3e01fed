drop function latest_burnout_scores(uuid, integer);
drop view effective_assessment;
drop index burnout_assessment_client_ix;
alter table burnout_assessment drop column weight;
create index burnout_assessment_client_ix on burnout_assessment (client_id, week_number desc);

-- View: every assessment with its rank within its week; rank 1 counts. A questionnaire comes before a person's entry, a score
-- that a person decided on and one that nobody has; within one kind the latest session.
create view ranked_assessment as
  select it.id, it.client_id, it.week_number, it.risk_score, it.source, it.created_at,
    -- Found by an analysis and not decided on.
    coalesce(found.is_inferred and found.decision is null, false) as is_inferred,
    row_number() over (
      partition by it.client_id, it.week_number
      order by array_position(array['questionnaire', 'person', 'model'], it.source),
        (found.decision is not null) desc, coalesce(session.session_date, it.created_at) desc, it.created_at desc, it.id desc
    )::integer as rank
  from burnout_assessment as it
  left join session on session.id = it.session_id
  left join analysis_value as found on found.id = it.analysis_value_id;

-- The burnout scores that count, of the latest weeks first, at most `most`.
create function latest_burnout_scores(client uuid, most integer) returns double precision[] language sql stable parallel safe
  return array(select ranked_assessment.risk_score from ranked_assessment
    where ranked_assessment.client_id = latest_burnout_scores.client and ranked_assessment.rank = 1
    order by ranked_assessment.week_number desc limit latest_burnout_scores.most);

-- The date of a session ranks its score within the week.
create function session_date_changed() returns trigger language plpgsql as $$
begin
  perform refresh_burnout_scores(array[new.client_id]);
  return null;
end
$$;
create trigger session_date_changed after update of session_date on session
  for each row when (old.session_date is distinct from new.session_date)
  execute function session_date_changed();

select refresh_burnout_scores(array(select distinct client_id from burnout_assessment));
