-- A text may be kept before it is used, so that it is checked first. When it was the present one for the first time; null:
-- never yet.
alter table template_version add column used_at timestamptz;
update template_version set used_at = created_at;

-- Of texts that wait, the one that says the same becomes the present one; nothing is kept twice.
create or replace function number_template_text() returns trigger language plpgsql as $$
begin
  new.row_version := old.row_version + 1;
  new.updated_at := now();
  if (new.version, new.system_prompt, new.user_prompt_template)
    is distinct from (old.version, old.system_prompt, old.user_prompt_template) then
    new.text_number := coalesce(
      (select max(number) from template_version
        where template_id = new.id and used_at is null
          and (version, system_prompt, user_prompt_template)
            = (new.version, new.system_prompt, new.user_prompt_template)),
      (select max(number) + 1 from template_version where template_id = new.id));
  end if;
  return new;
end
$$;

create or replace function keep_template_text() returns trigger language plpgsql as $$
begin
  insert into template_version
    (template_id, number, version, system_prompt, user_prompt_template, author_id, used_at)
  values (new.id, new.text_number, new.version, new.system_prompt, new.user_prompt_template, new.changed_by, now())
  on conflict (template_id, number) do update set used_at = excluded.used_at;
  return null;
end
$$;

-- Only what points elsewhere may become empty, a text is used for the first time once, and no text goes before its template.
create or replace function refuse_another_text() returns trigger language plpgsql as $$
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
    or new.used_at is distinct from old.used_at and old.used_at is not null
    or (new.number, new.version, new.system_prompt, new.user_prompt_template, new.created_at)
      is distinct from (old.number, old.version, old.system_prompt, old.user_prompt_template, old.created_at) then
    raise exception 'the text of a template version does not change'
      using errcode = 'check_violation', constraint = 'template_version_is_kept', table = 'template_version';
  end if;
  return new;
end
$$;
