-- What administrators configure has an order without gaps, versions for its forms, and a way to go: a deletion with many
-- rows is a job that can be undone until it begins.

-- Metrics that belong to a type of session, by key and label.
create table session_metric (
  id uuid constraint session_metric_pk primary key,
  session_definition_id uuid not null
    constraint session_metric_definition_fk references session_definition (id) on delete cascade,
  key text not null,
  label text not null,
  position integer not null,
  created_at timestamptz not null default now(),
  constraint session_metric_key_key unique (session_definition_id, key)
);

-- Null: the words of its label decide, as specified.
alter table metric_definition add is_more_better boolean;

-- A definition that is on its way out, with what belongs to it. Whoever takes this row away before it begins takes back the
-- deletion: nothing points to it any more. Worked on under a lease (decision 12).
create table definition_deletion (
  id uuid constraint definition_deletion_pk primary key,
  kind text not null,
  definition_id uuid not null,
  name text not null,
  total integer not null,
  done integer not null default 0,
  begins_at timestamptz not null,
  begun_at timestamptz,
  user_id uuid,
  original_user_id uuid,
  address text,
  fence integer not null default 0,
  held_until timestamptz,
  created_at timestamptz not null default now()
);

-- What every kind of definition has. The form's columns are those whose changes count as a version.
create procedure make_definition(defined regclass, form text[]) language plpgsql as $$
declare
  name text := (select relname from pg_class where oid = defined);
  columns text := (select string_agg(format('%%1$s.%I', it), ', ') from unnest(form) as it);
begin
  execute format('alter table %s add version integer not null default 1,
    add deletion_id uuid constraint %I references definition_deletion (id) on delete set null',
    defined, name || '_deletion_fk');
  execute format('create index %I on %s (deletion_id) where deletion_id is not null', name || '_deletion_ix', defined);
  execute format('create trigger %I before update on %s for each row
    when ((%s) is distinct from (%s)) execute function next_version()',
    name || '_version', defined, format(columns, 'old'), format(columns, 'new'));
  -- They stand in every plan.
  call tell_plans(defined, 'select null::uuid');
end
$$;
call make_definition('metric_category', array['name']);
call make_definition('metric_definition',
  array['key', 'label', 'category_id', 'data_source', 'unit', 'lowest', 'highest', 'is_more_better']);
call make_definition('session_metric', array['key', 'label', 'session_definition_id']);
call make_definition('session_definition', array['name', 'description']);
call make_definition('assignment_definition', array['name', 'description']);

update session_definition as it set display_order = kept.place from (
  select id, row_number() over (order by display_order, name, id) as place from session_definition) as kept
where it.id = kept.id and it.display_order <> kept.place;
update assignment_definition as it set display_order = kept.place from (
  select id, row_number() over (order by display_order, name, id) as place from assignment_definition) as kept
where it.id = kept.id and it.display_order <> kept.place;
update metric_category as it set display_order = kept.place from (
  select id, row_number() over (order by display_order, id) as place from metric_category) as kept
where it.id = kept.id and it.display_order <> kept.place;
update metric_definition as it set category_position = kept.place from (
  select id, row_number() over (partition by category_id order by category_position, id) as place from metric_definition) as kept
where it.id = kept.id and it.category_position <> kept.place;
