-- Why: a day of a timesheet says why nobody worked, and what was done; a part of a day, month or unit stays as it was typed.
alter table transaction.timesheet_detail
  add column unit_fraction text check (unit_fraction ~ '^([0-9]{1,4} )?[0-9]{1,3}/[0-9]{1,3}$'),
  add constraint timesheet_detail_availability check (availability in ('holiday', 'public_holiday', 'sickness', 'training', 'unavailable')),
  -- A day that is marked away has no time.
  add constraint timesheet_detail_away check (availability is null or units = 0);
call log.keep_sealed('transaction.timesheet_detail');
