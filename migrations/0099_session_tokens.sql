-- Why: programs of a person send a token in place of the session's cookie (spec §7, generateHasuraToken). It ends with
-- the session.
create table auth.session_token (
  token_hash bytea primary key,
  session_id text not null references auth.session (id) on delete cascade,
  expires_at timestamptz not null
);
create index session_token_of_session on auth.session_token (session_id);
