-- A coach's private note about a client, or about one session. Readable by its author while the client is theirs.
create table note (
  id uuid constraint note_pk primary key,
  author_id uuid not null,
  client_id uuid not null,
  -- Null: about the client.
  session_id uuid,
  text text not null,
  -- Raised by each save, for optimistic locking.
  version integer not null default 1,
  saved_at timestamptz not null default now(),
  -- Text of before this time is in note_version; what is typed within ten minutes of it is one version.
  typing_since timestamptz not null default now(),
  -- In lower case without accents. Searched among the notes of one author only, so it needs no index.
  search_text text generated always as (plain_text(text)) stored,
  constraint note_subject_key unique nulls not distinct (author_id, client_id, session_id),
  constraint note_author_fk foreign key (author_id) references "user"(id) on delete cascade,
  constraint note_client_fk foreign key (client_id) references client(id) on delete cascade,
  constraint note_session_fk foreign key (session_id) references session(id) on delete cascade
);
create index note_author_ix on note (author_id, saved_at, id);
create index note_client_ix on note (client_id);
create index note_session_ix on note (session_id) where (session_id is not null);

-- An earlier text of a note.
create table note_version (
  id uuid constraint note_version_pk primary key,
  note_id uuid not null,
  text text not null,
  -- When this text was saved.
  saved_at timestamptz not null,
  constraint note_version_note_fk foreign key (note_id) references note(id) on delete cascade
);
create index note_version_note_ix on note_version (note_id, saved_at desc);

alter table person_export
  -- Private notes of coaches, which only an administrator can ask for.
  add column includes_notes boolean not null default false;
