alter table edition
  -- Of the enrolled, with a questionnaire of the last year that can be compared with their first one.
  add column measured integer not null default 0,
  -- Of those, reliably better than at first.
  add column improved integer not null default 0,
  -- Median sessions until then; null if too few improved.
  add column sessions_until integer,
  -- Median days from registration to the first session, of those in the last year; null for too few.
  add column wait_days integer,
  -- People with a session in each month (YYYY-MM), quarter (YYYY-Qn) and year, as last published in it.
  add column participation jsonb not null default '{}';
update edition set people = (
  select coalesce(jsonb_object_agg(key, value || '{"measured": null, "isBetter": null, "sessionsUntil": null,
    "firstMet": null, "waitDays": null, "metInMonth": null, "metInQuarter": null, "metInYear": null}'), '{}')
  from jsonb_each(people)
);
