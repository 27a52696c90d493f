-- Why: tries are counted before they are judged, on one row a key, so that parallel guesses wait for each other and all servers
-- share the count; known devices count apart, so that a guesser slows nobody else; and where many sign-ins fail, a right
-- password goes on through a mailed link.
drop table auth.attempt;

-- Keys are HMACs of device, person and network. A crash of the database begins the counts anew.
create unlogged table auth.throttle (
  key bytea primary key,
  tries int not null,
  since timestamptz not null,
  next_at timestamptz not null
);
create index throttle_since on auth.throttle (since);

create table auth.device (
  id uuid primary key,
  user_id text not null references auth."user" (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index device_of_user on auth.device (user_id);

create table auth.challenge (
  id_hash bytea primary key,
  -- Null where the password was wrong: the answer is the same, and leads nowhere.
  user_id text references auth."user" (id) on delete cascade,
  kind text not null check (kind in ('mail')),
  browser_hash bytea not null,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index challenge_end on auth.challenge (expires_at);
