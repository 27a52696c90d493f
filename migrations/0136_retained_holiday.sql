-- Why: holiday pay that is retained went in and never came out. Each worker has a fund with movements in and out: pay runs
-- accrue it, pay holiday that is taken and what is left at leaving, and the books hold it (decision 0075).
alter table business.employment
  -- Percent of pay for work; null where nothing is retained.
  add column retained_percent numeric(12,4),
  add constraint employment_retained check (retained_percent is null
    or (rolled_up_percent is null and retained_percent between 12.07 and 100));
call log.keep_sealed('business.employment');

create table transaction.holiday (
  id uuid primary key,
  employment_id uuid not null references business.employment (id),
  contractor_id uuid not null references business.business (id),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  hours numeric(12,4) not null check (hours > 0),
  status text not null check (status in ('asked', 'approved', 'refused', 'withdrawn', 'paid')),
  comment text,
  -- About what it pays, when it was asked for; null before there is paid work to take the average of.
  expected_pay numeric(15,2) check (expected_pay >= 0),
  expected_on date not null,
  payslip_id uuid references transaction.payslip (id),
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null,
  created_by_name text not null,
  decided_by text,
  decided_by_name text,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint holiday_paid check ((status = 'paid') = (payslip_id is not null)),
  constraint holiday_days exclude using gist (employment_id with =, daterange(first_day, last_day, '[]') with &&)
    where (status in ('asked', 'approved', 'paid'))
);
create index holiday_of_employment on transaction.holiday (employment_id, first_day);
create index holiday_of_contractor on transaction.holiday (contractor_id, updated_at desc);
create index holiday_of_provider on transaction.holiday (provider_id, updated_at desc, id);
create index holiday_of_agency on transaction.holiday (agency_id, updated_at desc, id);
create index holiday_payslip on transaction.holiday (payslip_id) where payslip_id is not null;
create index holiday_currency on transaction.holiday (currency_id);
call log.keep_sealed('transaction.holiday');
call platform.watch_changes('transaction.holiday');

create table transaction.holiday_movement (
  id uuid primary key,
  employment_id uuid not null references business.employment (id),
  contractor_id uuid not null references business.business (id),
  kind text not null check (kind in ('accrued', 'corrected', 'taken', 'paid_on_leaving', 'adjusted')),
  hours numeric(12,4) not null,
  -- What the fund takes in, or gives back to the agency.
  amount numeric(15,2) not null,
  -- Holiday pay of the payslip.
  paid numeric(15,2) not null default 0 check (paid >= 0),
  -- Behind an accrual: the average pay of a holiday is made of them.
  worked_hours numeric(12,4) not null default 0,
  worked_pay numeric(15,2) not null default 0,
  sentence text not null,
  pay_day date,
  timesheet_id uuid references transaction.timesheet (id),
  holiday_id uuid references transaction.holiday (id),
  payslip_id uuid references transaction.payslip (id),
  -- The books that the fund is in.
  principal_id uuid references business.business (id),
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint holiday_movement_source check (case kind when 'adjusted'
    then num_nonnulls(timesheet_id, holiday_id, payslip_id, principal_id, pay_day) = 0 and amount = 0
    else num_nonnulls(payslip_id, principal_id, pay_day) = 3
      and (kind in ('accrued', 'corrected')) = (timesheet_id is not null) and (kind = 'taken') = (holiday_id is not null) end),
  constraint holiday_movement_sign check (case kind when 'accrued' then hours >= 0 and amount >= 0 and paid = 0
    when 'taken' then hours < 0 and amount <= 0 when 'paid_on_leaving' then hours <= 0 and amount <= 0
    else paid = 0 end)
);
create unique index holiday_movement_taken on transaction.holiday_movement (holiday_id) where holiday_id is not null;
create unique index holiday_movement_work on transaction.holiday_movement (timesheet_id, payslip_id) where timesheet_id is not null;
create index holiday_movement_of_employment on transaction.holiday_movement (employment_id, created_at desc);
create index holiday_movement_of_contractor on transaction.holiday_movement (contractor_id, updated_at desc);
create index holiday_movement_of_provider on transaction.holiday_movement (provider_id, updated_at desc, id);
create index holiday_movement_of_agency on transaction.holiday_movement (agency_id, updated_at desc, id);
create index holiday_movement_payslip on transaction.holiday_movement (payslip_id) where payslip_id is not null;
create index holiday_movement_principal on transaction.holiday_movement (principal_id) where principal_id is not null;
create index holiday_movement_currency on transaction.holiday_movement (currency_id);
create trigger holiday_movement_kept before update or delete on transaction.holiday_movement
  for each row execute function platform.refuse_change();
call log.keep_sealed('transaction.holiday_movement');
call platform.watch_changes('transaction.holiday_movement');

do $$
declare kinds text;
begin
  select pg_get_constraintdef(oid) into strict kinds from pg_constraint where conname = 'account_kind_check';
  alter table ledger.account drop constraint account_kind_check;
  execute 'alter table ledger.account add constraint account_kind_check '
    || replace(kinds, $x$'attachment_payable'::text$x$, $x$'attachment_payable'::text, 'holiday_fund'::text$x$);
  -- A movement is a fact that an entry may name.
  execute replace(pg_get_functiondef('ledger.post(jsonb)'::regprocedure),
    $x$when 'transaction.payslip' then$x$,
    $x$when 'transaction.holiday_movement' then exists (select from transaction.holiday_movement s where s.id = t.source_id)
      when 'transaction.payslip' then$x$);
end $$;
