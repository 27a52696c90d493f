-- Why: some people have neither an authenticator app nor a passkey. Outside the roles that release money a code by SMS is a
-- second factor; a phone counts once a code that it received was typed.
alter table auth.factor drop constraint factor_type_check;
alter table auth.factor
  add constraint factor_type_check check (type in ('totp', 'passkey', 'sms')),
  -- +447700900123
  add column phone text,
  add constraint factor_phone check (type <> 'sms' or phone is not null);
call log.keep_sealed('auth.factor');

-- The one live code of each phone. A keyed hash, since six digits could be found by trying.
create table auth.sms_code (
  factor_id uuid primary key references auth.factor (id) on delete cascade,
  code_mac bytea not null,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
