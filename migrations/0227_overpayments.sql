-- Why: a correction that is larger than the pay made a payslip fall below zero, which stopped its pay run. The rest is carried as a sum
-- that the worker owes, later payslips take it back by a plan, and what no pay takes is repaid outside of payroll or written off
-- (decision 0191).
create table transaction.overpayment (
  id uuid primary key,
  employment_id uuid not null references business.employment (id),
  contractor_id uuid not null references business.business (id),
  kind text not null check (kind in ('carried', 'recovered', 'repaid', 'written_off')),
  status text not null check (status in ('done', 'asked', 'refused')),
  -- Above zero where the worker owes more.
  amount numeric(15,2) not null,
  reason text not null,
  pay_day date,
  payslip_id uuid references transaction.payslip (id),
  decided_by text references platform."user" (id),
  decided_by_name text,
  decided_at timestamptz,
  decision_comment text,
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint overpayment_sign check (case kind when 'carried' then amount > 0 else amount < 0 end),
  constraint overpayment_of_payslip check (num_nonnulls(payslip_id, pay_day) = case when kind in ('carried', 'recovered') then 2 else 0 end
    and (payslip_id is null or status = 'done') and (deleted_at is null or payslip_id is not null)),
  constraint overpayment_decided check (num_nonnulls(decided_by, decided_by_name, decided_at)
    = case when payslip_id is null and status <> 'asked' then 3 else 0 end
    -- The author may take a request back.
    and (status = 'refused' or decided_by is distinct from created_by))
);
create unique index overpayment_of_slip on transaction.overpayment (payslip_id) where payslip_id is not null and deleted_at is null;
create unique index overpayment_asked on transaction.overpayment (employment_id) where status = 'asked';
create index overpayment_of_employment on transaction.overpayment (employment_id, created_at desc);
create index overpayment_of_contractor on transaction.overpayment (contractor_id);
create index overpayment_slip on transaction.overpayment (payslip_id) where payslip_id is not null;
create index overpayment_of_provider on transaction.overpayment (provider_id, updated_at desc, id);
create index overpayment_of_agency on transaction.overpayment (agency_id, updated_at desc, id);
create index overpayment_maker on transaction.overpayment (created_by);
create index overpayment_decider on transaction.overpayment (decided_by) where decided_by is not null;
create index overpayment_currency on transaction.overpayment (currency_id);

-- A row of a withdrawn payslip counts no more, and a request is answered; nothing else of a row changes.
create function transaction.keep_overpayment() returns trigger language plpgsql as $$
declare
  changing constant text[] := case when old.status = 'asked'
    then array['status', 'decided_by', 'decided_by_name', 'decided_at', 'decision_comment', 'updated_at']
    else array['deleted_at', 'updated_at'] end;
begin
  if tg_op = 'UPDATE' and old.deleted_at is null and to_jsonb(new) - changing = to_jsonb(old) - changing then
    return new;
  end if;
  raise exception '% is kept as it is', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger overpayment_kept before update or delete on transaction.overpayment
  for each row execute function transaction.keep_overpayment();
call log.keep_sealed('transaction.overpayment');
call platform.watch_changes('transaction.overpayment');

-- The most that a pay day takes back; without a plan all that net pay bears.
alter table business.employment
  add column recovery_amount numeric(15,2) check (recovery_amount > 0),
  add column recovery_percent integer check (recovery_percent between 1 and 100),
  add constraint employment_recovery check (num_nonnulls(recovery_amount, recovery_percent) < 2);
call log.keep_sealed('business.employment');

do $$
declare kinds text;
begin
  select pg_get_constraintdef(oid) into strict kinds from pg_constraint where conname = 'account_kind_check';
  alter table ledger.account drop constraint account_kind_check;
  execute 'alter table ledger.account add constraint account_kind_check '
    || replace(kinds, $x$'attachment_payable'::text$x$, $x$'attachment_payable'::text, 'worker_overpayment'::text$x$);
  -- A sum that was repaid or written off is a fact that an entry may name.
  execute replace(pg_get_functiondef('ledger.post(jsonb)'::regprocedure),
    $x$when 'transaction.payslip' then$x$,
    $x$when 'transaction.overpayment' then exists (select from transaction.overpayment s where s.id = t.source_id)
      when 'transaction.payslip' then$x$);
end $$;
