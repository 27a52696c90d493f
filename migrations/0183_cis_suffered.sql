-- Why: a company whose customers took CIS deductions from it sets them off against PAYE. A person enters them to date of a
-- tax month, another person approves them, and the close of the month keeps them back from HMRC (decision 0123).
create table transaction.cis_suffered (
  id uuid primary key,
  status text not null check (status in ('entered', 'approved', 'withdrawn')),
  paye_scheme_id uuid not null references business.paye_scheme (id),
  tax_year integer not null,
  tax_month integer not null check (tax_month between 1 and 12),
  period_end date not null,
  -- Of the tax year up to the end of the month.
  amount numeric(15,2) not null check (amount > 0),
  evidence text not null,
  currency_id uuid not null references platform.currency (id),
  approved_by text references platform."user" (id),
  approved_by_name text,
  approved_at timestamptz,
  withdrawal_reason text,
  withdrawn_by_name text,
  withdrawn_at timestamptz,
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint cis_suffered_approved check ((approved_by is null) = (approved_at is null)
    and (approved_by is null) = (approved_by_name is null) and (status <> 'approved' or approved_by is not null)
    and (status <> 'entered' or approved_by is null) and approved_by <> created_by),
  constraint cis_suffered_withdrawn check ((status = 'withdrawn') = (withdrawn_at is not null)
    and (withdrawn_at is null) = (withdrawal_reason is null) and (withdrawn_at is null) = (withdrawn_by_name is null))
);
create unique index cis_suffered_of_month on transaction.cis_suffered (paye_scheme_id, tax_year, tax_month)
  where status <> 'withdrawn';
create index cis_suffered_of_provider on transaction.cis_suffered (provider_id, updated_at desc, id);
create index cis_suffered_of_agency on transaction.cis_suffered (agency_id, updated_at desc, id);
create index cis_suffered_maker on transaction.cis_suffered (created_by);
create index cis_suffered_approver on transaction.cis_suffered (approved_by);
create index cis_suffered_currency on transaction.cis_suffered (currency_id);
call log.keep_sealed('transaction.cis_suffered');
call platform.watch_changes('transaction.cis_suffered');

alter table transaction.tax_month
  add column cis_suffered numeric(15,2) not null default 0 check (cis_suffered >= 0),
  drop constraint tax_month_relief,
  add constraint tax_month_relief
    check (relief = recovered + compensation + employment_allowance + cis_suffered + levy_charged - levy_due);
call log.keep_sealed('transaction.tax_month');
