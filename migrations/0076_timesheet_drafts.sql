-- Why: hours that a contractor had typed were lost by a reload, a crash or an empty battery. Each person's typed values of a
-- timesheet are kept until they are saved, and only their author reads them.
create table transaction.timesheet_draft (
  id uuid primary key,
  timesheet_id uuid not null references transaction.timesheet (id),
  business_id uuid not null references business.business (id),
  user_id text not null references platform."user" (id),
  -- By cell, or `comment`: the typed text, and the saved text that stood there.
  changes jsonb not null check (jsonb_typeof(changes) = 'object' and length(changes::text) <= 262144),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  unique (timesheet_id, user_id, business_id)
);
create index timesheet_draft_business on transaction.timesheet_draft (business_id, user_id);
call platform.watch_changes('transaction.timesheet_draft');
