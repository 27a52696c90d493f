-- Why: agency or provider put work in suspense by hand, with a reason, and release it; until then nobody raises or pays it.
-- Null: it is not in suspense, or waits for what its reason says.
alter table transaction.timesheet
  add column held_by text check (held_by in ('agency', 'provider')),
  add constraint timesheet_held check (held_by is null or (status = 'suspense' and suspense_reason is not null));
