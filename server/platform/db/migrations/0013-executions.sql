-- One run of a prompt, with request and response. Removed by retention; content is erased with the sessions it came
-- from.
create table execution (
  id uuid constraint execution_pk primary key,
  executed_at timestamptz not null default now(),
  template_id uuid,
  -- Copied from the template, which may be deleted.
  template_type text not null,
  -- Copied from the template, which may be deleted.
  template_name text not null,
  is_success boolean not null,
  execution_time_ms integer not null,
  session_id uuid,
  -- Client id as text; not a foreign key.
  context_id text,
  -- Rendered prompt and its input; null if erased with a session.
  input_data jsonb,
  -- Response of the model; null if it failed, or if erased with a session.
  output_data jsonb,
  -- Null on success.
  error_message text,
  -- Total tokens; null if the provider does not report them.
  tokens_used integer,
  -- Null for automatic runs, or if the account is deleted.
  requested_by uuid,
  -- Text that was used; null if none.
  template_version_id uuid,
  -- run, try (test of a prompt by an administrator) or replay of an execution.
  kind text not null default 'run',
  -- Execution that was repeated; null if not a replay.
  replay_of uuid,
  -- Provider name; built_in means rules without a language model.
  provider text,
  -- Model name that the provider reported; null if none.
  model text,
  -- Prompt tokens; null if the provider does not report them.
  tokens_in integer,
  -- Completion tokens; null if the provider does not report them.
  tokens_out integer,
  -- Request id that the provider assigned, for support cases.
  request_id text,
  -- Placeholders that had no value.
  missing text[] not null default '{}'::text[],
  -- Number of chunks a long transcript was split into; null means not split.
  chunks integer,
  -- Earlier sessions whose content is in the prompt; their deletion erases the content here.
  mentioned_sessions uuid[] not null default '{}'::uuid[],
  constraint execution_kind_known check (kind in ('run', 'try', 'replay')),
  constraint execution_replay_fk foreign key (replay_of) references execution(id) on delete set null,
  constraint execution_requester_fk foreign key (requested_by) references "user"(id) on delete set null,
  constraint execution_session_fk foreign key (session_id) references session(id) on delete set null,
  constraint execution_template_fk foreign key (template_id) references template(id) on delete set null,
  constraint execution_template_version_fk foreign key (template_version_id) references template_version(id)
);
-- Includes what the log counts.
create index execution_executed_ix on execution (executed_at desc, id desc)
  include (template_type, is_success, execution_time_ms);
create index execution_replay_ix on execution (replay_of) where (replay_of is not null);
create index execution_requester_ix on execution (requested_by) where (requested_by is not null);
create index execution_session_ix on execution (session_id);
create index execution_success_ix on execution (is_success, executed_at desc, id desc);
create index execution_template_ix on execution (template_id) where (template_id is not null);
create index execution_template_version_ix on execution (template_version_id) where (template_version_id is not null);
-- Finds the executions to erase when a session is deleted.
create index execution_mentioned_ix on execution using gin (mentioned_sessions) where (mentioned_sessions <> '{}'::uuid[]);
create index execution_type_ix on execution (template_type, executed_at desc, id desc);
create index execution_type_success_ix on execution (template_type, is_success, executed_at desc, id desc);

-- Price of a language model, entered by an administrator.
create table model_price (
  -- Model name as in execution.model.
  model text constraint model_price_pk primary key,
  -- For a million prompt tokens, in currency.
  input_price numeric not null,
  -- For a million completion tokens, in currency.
  output_price numeric not null,
  -- ISO 4217 code.
  currency text not null,
  constraint model_price_input_range check (input_price >= (0)::numeric),
  constraint model_price_output_range check (output_price >= (0)::numeric)
);

-- Single row: version of the price list, which is saved as a whole.
create table model_price_table (
  -- Always true: restricts the table to one row.
  is_the_one boolean constraint model_price_table_pk primary key default true,
  -- Raised by each save of the price list, for optimistic locking.
  version integer not null default 1,
  constraint model_price_table_one check (is_the_one)
);
insert into model_price_table default values;

-- Erases prompt and response of an execution whose session is deleted.
create function erase_execution_content() returns trigger language plpgsql as $$
begin
  new.input_data := null;
  new.output_data := null;
  return new;
end
$$;

-- Erases the content when the session is deleted; the metadata remain.
create trigger execution_content_erased before update of session_id on execution
  for each row when ((old.session_id is not null) and (new.session_id is null))
  execute function erase_execution_content();
