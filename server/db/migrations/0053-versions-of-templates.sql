-- What a template says never changes: whoever edits its prompts or its version makes another text, and what ran with an
-- older one still knows that one. The row of the template holds the present text.
alter table template
  add column text_number integer not null default 1,
  add column row_version integer not null default 1,
  add column changed_by uuid constraint template_changer_fk references "user" (id) on delete set null;
create index template_changer_ix on template (changed_by) where changed_by is not null;

-- Texts outlive their template while an execution was made with them (server/retention removes the others).
create table template_version (
  id uuid constraint template_version_pk primary key default gen_random_uuid(),
  template_id uuid constraint template_version_template_fk references template (id) on delete set null,
  number integer not null,
  version text not null,
  system_prompt text not null,
  user_prompt_template text not null,
  author_id uuid constraint template_version_author_fk references "user" (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint template_version_number_key unique (template_id, number)
);
create index template_version_author_ix on template_version (author_id) where author_id is not null;

insert into template_version (template_id, number, version, system_prompt, user_prompt_template, created_at)
select id, 1, version, system_prompt, user_prompt_template, updated_at from template;

create function number_template_text() returns trigger language plpgsql as $$
begin
  new.row_version := old.row_version + 1;
  new.updated_at := now();
  if (new.version, new.system_prompt, new.user_prompt_template)
    is distinct from (old.version, old.system_prompt, old.user_prompt_template) then
    new.text_number := old.text_number + 1;
  end if;
  return new;
end
$$;
-- Not where an account goes and nobody has changed it any more.
create trigger template_text_is_numbered
  before update of name, description, type, version, system_prompt, user_prompt_template, is_active on template
  for each row execute function number_template_text();

create function keep_template_text() returns trigger language plpgsql as $$
begin
  insert into template_version (template_id, number, version, system_prompt, user_prompt_template, author_id)
  values (new.id, new.text_number, new.version, new.system_prompt, new.user_prompt_template, new.changed_by);
  return null;
end
$$;
create trigger template_text_is_kept after insert on template
  for each row execute function keep_template_text();
create trigger template_text_is_kept_anew after update on template
  for each row when (old.text_number is distinct from new.text_number) execute function keep_template_text();

-- Only what points elsewhere may become empty, and no text goes before its template.
create function refuse_another_text() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.template_id is null then
      return old;
    end if;
    raise exception 'the text of a template goes after its template'
      using errcode = 'check_violation', constraint = 'template_version_is_kept', table = 'template_version';
  end if;
  if new.template_id is distinct from old.template_id and new.template_id is not null
    or new.author_id is distinct from old.author_id and new.author_id is not null
    or (new.number, new.version, new.system_prompt, new.user_prompt_template, new.created_at)
      is distinct from (old.number, old.version, old.system_prompt, old.user_prompt_template, old.created_at) then
    raise exception 'the text of a template version does not change'
      using errcode = 'check_violation', constraint = 'template_version_is_kept', table = 'template_version';
  end if;
  return new;
end
$$;
create trigger template_version_is_kept before update or delete on template_version
  for each row execute function refuse_another_text();

-- Not more than one active of a type by the index of 0001, and not fewer where one was: looked at when everything else
-- of a transaction is done.
create function require_active_template() returns trigger language plpgsql as $$
begin
  if not exists (select from template where type = old.type and is_active) then
    raise exception 'one template of the type % must be active', old.type
      using errcode = 'check_violation', constraint = 'template_one_active', table = 'template';
  end if;
  return null;
end
$$;
create constraint trigger template_one_active after update or delete on template
  deferrable initially deferred for each row when (old.is_active)
  execute function require_active_template();

-- What an execution was: of which text, by whom, how much it took, and which placeholders had nothing to say.
alter table execution
  add column template_version_id uuid constraint execution_template_version_fk
    references template_version (id),
  add column kind text not null default 'run' constraint execution_kind_known check (kind in ('run', 'try', 'replay')),
  add column replay_of uuid constraint execution_replay_fk references execution (id) on delete set null,
  add column provider text,
  add column model text,
  add column tokens_in integer,
  add column tokens_out integer,
  add column request_id text,
  add column missing text[] not null default '{}';
create index execution_template_version_ix on execution (template_version_id) where template_version_id is not null;
create index execution_replay_ix on execution (replay_of) where replay_of is not null;

-- Texts whose template is gone, to be looked through by retention.
create index template_version_left_ix on template_version (created_at) where template_id is null;

-- Sessions in which something was said, the latest first: on which a prompt is tried.
create index session_said_ix on session (session_date desc, id desc)
  where transcribed_text_raw is not null or transcribed_text_scripted is not null;

insert into retention (kind, days) values ('template_version', 0);
