-- Why: after a reset of the second factor the holder of the password alone could set up the next one. A row asks for a
-- link by mail before it.
create table auth.factor_reset (
  user_id text primary key references auth."user" (id) on delete cascade,
  reset_at timestamptz not null
);
