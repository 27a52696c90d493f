-- Why: health, fair shares and alarms must know which processes are alive. Each marks its row every 20 seconds.
create table platform.node (
  id uuid primary key,
  kind text not null check (kind in ('all', 'serve', 'worker')),
  version text not null,
  address text,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

-- What each check of the books found when it ran last (npm run verify, and every five minutes in production).
create table platform.check_result (
  says text primary key,
  check_id text not null,
  checked_at timestamptz not null,
  took_ms integer not null,
  -- The first broken rows, in words.
  broken text[] not null default '{}'
);

-- A fault of the running product that administrators were told of.
create table log.alarm (
  id uuid primary key,
  name text not null,
  since timestamptz not null,
  until timestamptz,
  value text not null,
  told_at timestamptz not null
);
create unique index alarm_is_raised_once on log.alarm (name) where until is null;
