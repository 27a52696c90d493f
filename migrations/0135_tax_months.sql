-- Why: the month of a PAYE scheme is closed by a person: what payslips owe HMRC, less what HMRC gives back, with balanced
-- entries, so that HMRC is paid what is due and the employer has the rest (decision 0074).
alter table ledger.account drop constraint account_kind_check;
alter table ledger.account add constraint account_kind_check check (kind in (
  'client_receivable', 'sales', 'output_vat', 'purchases', 'input_vat', 'agency_control', 'fee_income',
  'contractor_payable', 'oncost_payable', 'agency_earnings_payable', 'platform_fee_payable', 'bank',
  'unallocated_receipt', 'agency_recourse', 'refund_payable',
  'net_pay_payable', 'hmrc_payable', 'pension_payable', 'attachment_payable', 'relief_payable'));

alter table transaction.payroll_payment drop constraint payroll_payment_kind_check;
alter table transaction.payroll_payment add constraint payroll_payment_kind_check
  check (kind in ('net_pay', 'hmrc', 'pension', 'attachment', 'relief'));

create table transaction.tax_month (
  id uuid primary key,
  human_id text not null unique,
  status text not null check (status in ('closed', 'corrected')),
  paye_scheme_id uuid not null references business.paye_scheme (id),
  tax_year integer not null,
  tax_month integer not null check (tax_month between 1 and 12),
  period_start date not null,
  period_end date not null check (period_end > period_start),
  -- When HMRC has its money.
  due_date date not null check (due_date > period_end),
  payslip_count integer not null check (payslip_count >= 0),
  income_tax numeric(15,2) not null,
  employee_ni numeric(15,2) not null,
  student_loan numeric(15,2) not null,
  employer_ni numeric(15,2) not null,
  levy_charged numeric(15,2) not null,
  levy_due numeric(15,2) not null,
  recovered numeric(15,2) not null,
  compensation numeric(15,2) not null,
  employment_allowance numeric(15,2) not null,
  relief numeric(15,2) not null,
  due numeric(15,2) not null,
  -- Pence of the year to date that the sentences of the figures name.
  working jsonb not null,
  currency_id uuid not null references platform.currency (id),
  correction_reason text,
  corrected_by_name text,
  corrected_at timestamptz,
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint tax_month_relief check (relief = recovered + compensation + employment_allowance + levy_charged - levy_due),
  constraint tax_month_due check (due = income_tax + employee_ni + student_loan + employer_ni + levy_charged - relief),
  constraint tax_month_corrected check ((status = 'corrected') = (corrected_at is not null)
    and (corrected_at is null) = (correction_reason is null) and (corrected_at is null) = (corrected_by_name is null))
);
create unique index tax_month_closed on transaction.tax_month (paye_scheme_id, tax_year, tax_month) where status = 'closed';
create index tax_month_of_provider on transaction.tax_month (provider_id, updated_at desc, id);
create index tax_month_of_agency on transaction.tax_month (agency_id, updated_at desc, id);
create index tax_month_maker on transaction.tax_month (created_by);
create index tax_month_currency on transaction.tax_month (currency_id);
-- A closed month is corrected by another one, never changed.
create function transaction.keep_tax_month() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 'closed' and new.status = 'corrected'
    and to_jsonb(new) - '{status,correction_reason,corrected_by_name,corrected_at,updated_at}'::text[]
      = to_jsonb(old) - '{status,correction_reason,corrected_by_name,corrected_at,updated_at}'::text[] then
    return new;
  end if;
  raise exception 'a tax month is kept as it was closed';
end $$;
create trigger tax_month_kept before update or delete on transaction.tax_month
  for each row execute function transaction.keep_tax_month();
call log.keep_sealed('transaction.tax_month');
call platform.watch_changes('transaction.tax_month');

-- A month is a fact that an entry may name.
do $$ begin
  execute replace(pg_get_functiondef('ledger.post(jsonb)'::regprocedure),
    $x$when 'transaction.refund' then$x$,
    $x$when 'transaction.tax_month' then exists (select from transaction.tax_month s where s.id = t.source_id)
      when 'transaction.refund' then$x$);
end $$;
