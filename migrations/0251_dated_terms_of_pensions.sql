-- Why: a pension changes its percentages, its pay that counts or its tax relief from a day on, and an employer ends a pension and
-- moves its members. Paid days keep the terms of their day (payroll-run, data; decision 0214).
alter table business.pension_scheme add constraint pension_scheme_employer unique (id, paye_scheme_id);

create table business.pension_terms (
  id uuid primary key,
  pension_scheme_id uuid not null,
  paye_scheme_id uuid not null,
  relief text not null check (relief in ('at_source', 'net_pay', 'salary_sacrifice')),
  basis text not null check (basis in ('qualifying', 'set_1', 'set_2', 'set_3')),
  employee_percent numeric(12,4) not null check (employee_percent >= 0 and employee_percent <= 100),
  employer_percent numeric(12,4) not null check (employer_percent > 0 and employer_percent <= 50),
  -- A pay day.
  effective_from date not null,
  effective_to date check (effective_to >= effective_from),
  deleted_at timestamptz,
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (pension_scheme_id, paye_scheme_id) references business.pension_scheme (id, paye_scheme_id),
  constraint pension_terms_days exclude using gist (pension_scheme_id with =,
    daterange(effective_from, effective_to, '[]') with &&) where (deleted_at is null)
);
create index pension_terms_of_scheme on business.pension_terms (pension_scheme_id);
create index pension_terms_of_employer on business.pension_terms (paye_scheme_id);
create index pension_terms_of_provider on business.pension_terms (provider_id);
create index pension_terms_of_agency on business.pension_terms (agency_id);
create index pension_terms_maker on business.pension_terms (created_by);

-- The first terms apply since employers have duties.
insert into business.pension_terms (id, pension_scheme_id, paye_scheme_id, relief, basis, employee_percent, employer_percent,
  effective_from, provider_id, agency_id, created_by, created_by_name, created_at, updated_at)
select platform.new_id(), id, paye_scheme_id, relief, basis, employee_percent, employer_percent,
  '2012-10-01', provider_id, agency_id, created_by, created_by_name, created_at, created_at
from business.pension_scheme;
call log.keep_sealed('business.pension_terms');
call platform.watch_changes('business.pension_terms');

alter table business.pension_scheme
  drop column relief,
  drop column basis,
  drop column employee_percent,
  drop column employer_percent,
  -- The first pay day without contributions, and the pension that took the members over.
  add column ended_from date,
  add column ended_by_name text,
  add column successor_id uuid references business.pension_scheme (id),
  add constraint pension_scheme_ended check ((ended_from is null) = (ended_by_name is null)
    and (successor_id is null or (ended_from is not null and successor_id <> id)));
create index pension_scheme_successor on business.pension_scheme (successor_id) where successor_id is not null;
call log.keep_sealed('business.pension_scheme');

alter table business.pension_membership
  drop constraint pension_membership_entry_check,
  add constraint pension_membership_entry_check check (entry in ('automatic', 'opt_in', 'joined', 're_enrolled', 'moved')),
  -- Of a member whom another pension took over.
  add column moved_from_id uuid references business.pension_scheme (id),
  add constraint pension_membership_moved check ((moved_from_id is not null) = (entry is not distinct from 'moved'));
create index pension_membership_moved_from on business.pension_membership (moved_from_id) where moved_from_id is not null;
call log.keep_sealed('business.pension_membership');
