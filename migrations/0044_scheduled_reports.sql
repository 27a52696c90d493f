-- Why: a report is mailed by itself, every week or month (design: experience.md, page 9, "Schedule by mail").

create table platform.report_schedule (
  id uuid primary key default platform.new_id(),
  business_id uuid not null references business.business (id),
  -- Which report (business/reports/report-schedule.rules.ts) and what it is called.
  report text not null,
  title text not null,
  format text not null check (format in ('csv', 'excel', 'pdf')),
  frequency text not null check (frequency in ('weekly', 'monthly')),
  -- 1 is Monday.
  weekday integer check (weekday between 1 and 7),
  day_of_month integer check (day_of_month between 1 and 28),
  -- The days since the sending before, or those that the report was filtered by.
  period text not null check (period in ('since_last', 'as_filtered')),
  -- The list as it was when the schedule was made: condition, filters that move with the day, order, columns.
  list jsonb not null,
  -- People of this business; whether each may still read the report is asked at every sending.
  contact_ids uuid[] not null check (cardinality(contact_ids) between 1 and 20),
  recipients text[] not null,
  is_paused boolean not null default false,
  -- Days before it are nobody's: a schedule sends nothing for the past.
  since date not null,
  -- The day of the schedule that was sent last, and what went wrong with it.
  last_sent date,
  problem text,
  user_id text not null references platform."user" (id),
  user_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((frequency = 'weekly') = (weekday is not null)),
  check ((frequency = 'monthly') = (day_of_month is not null))
);
create index report_schedule_business on platform.report_schedule (business_id, report) where deleted_at is null;
call platform.watch_changes('platform.report_schedule');
