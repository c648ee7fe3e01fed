-- The words by which people speak of a metric, beside its label: what is said in numbers is related to it by them. The metrics
-- that shipped begin with those by which they were known so far. Nobody wrote them, so that no version moves on.
alter table metric_definition add words text[] not null default '{}';
update metric_definition as it set words = shipped.words
from (values
  ('stress_level', '{stressed}'::text[]),
  ('anxiety', '{anxious}'),
  ('sleep_quality', '{slept,sleeping,rest at night}'),
  ('energy', '{energetic,energised,energized}'),
  ('mood', '{spirits}'),
  ('work_engagement', '{engaged}'),
  ('recovery', '{recover,recovered}')
) as shipped (key, words)
where it.key = shipped.key;

drop trigger metric_definition_version on metric_definition;
create trigger metric_definition_version before update on metric_definition for each row
  when ((old.key, old.label, old.category_id, old.data_source, old.unit, old.lowest, old.highest, old.is_more_better, old.words)
    is distinct from
    (new.key, new.label, new.category_id, new.data_source, new.unit, new.lowest, new.highest, new.is_more_better, new.words))
  execute function next_version();
