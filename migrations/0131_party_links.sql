-- Why: an agency typed the birth date, tax numbers and account of every worker from a mail or a call. A link lets the worker
-- type them, at a sitting or over days, without an account of the product.
create table auth.party_link (
  id uuid primary key,
  draft_id uuid not null unique references request.draft_request (id),
  email text not null,
  -- Null: the mail has not left yet, or the link is dead.
  token_hash bytea unique,
  send_no integer not null check (send_no > 0),
  -- Of one day, against a flood of mails.
  sent_on date not null,
  sent_that_day integer not null,
  created_by text not null references platform."user" (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  stopped_at timestamptz,
  -- The worker's step, and their account until it is submitted: nobody else reads it.
  step integer not null default 0 check (step between 0 and 9),
  bank jsonb not null default '{}' check (jsonb_typeof(bank) = 'object' and length(bank::text) <= 8192),
  saved_at timestamptz,
  used_at timestamptz,
  -- A lost answer is asked for again under the same key.
  used_key uuid
);
create index party_link_address on auth.party_link (lower(email), sent_on);
