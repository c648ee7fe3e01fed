alter table session_brief
  -- Whoever made it asked to include their private notes, so its text is theirs alone and not in the execution.
  add column includes_notes boolean not null default false,
  add column private_text text,
  -- The prompt that private_text was written from.
  add column private_source text;
