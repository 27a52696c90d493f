-- Why: a code typed on the wrong page opens the account there; a passkey answers its own address alone, and signs what it
-- confirms.
alter table auth.factor drop constraint factor_type_check;
alter table auth.factor
  add constraint factor_type_check check (type in ('totp', 'passkey')),
  add column credential_id text unique,
  add column public_key bytea,
  -- Counted by the device; falls for a copy. Zero where the device does not count.
  add column sign_count bigint,
  add column transports text[] not null default '{}',
  add column backed_up boolean not null default false,
  -- The host that it belongs to.
  add column rp_id text,
  add constraint factor_passkey check (type <> 'passkey'
    or credential_id is not null and public_key is not null and sign_count is not null and rp_id is not null);
call log.keep_sealed('auth.factor');

-- Answered once, by a passkey.
create table auth.passkey_challenge (
  id_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'step_up')),
  -- Unknown before a sign-in.
  user_id text references auth."user" (id) on delete cascade,
  nonce text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
