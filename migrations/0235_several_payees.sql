-- Why: a contractor is paid through one company with one agency and otherwise with another (spec §3, associated_business_ids).
-- Further payees stand beside the one of the contractor's row, each for new placements with one agency.
create table business.contractor_payee (
  id uuid primary key,
  contractor_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  provider_id uuid not null references business.business (id),
  payment_type text not null check (payment_type in ('paye', 'limited', 'umbrella', 'selfemployed')),
  -- The contractor themselves on payroll.
  payment_company_id uuid not null references business.business (id),
  effective_from date not null,
  effective_to date check (effective_to >= effective_from),
  self_billing_from date,
  self_billing_to date check (self_billing_to >= self_billing_from),
  change_request_id uuid not null references request.change_request (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((payment_type = 'paye') = (payment_company_id = contractor_id))
);
create index contractor_payee_contractor on business.contractor_payee (contractor_id, agency_id) where deleted_at is null;
create index contractor_payee_agency on business.contractor_payee (agency_id) where deleted_at is null;
create index contractor_payee_provider on business.contractor_payee (provider_id) where deleted_at is null;
create index contractor_payee_company on business.contractor_payee (payment_company_id) where deleted_at is null;
call log.keep_sealed('business.contractor_payee');
call platform.watch_changes('business.contractor_payee');

-- A company that pays a contractor for the work of one agency alone is no company of the contractor's other agencies.
alter table business.service add column is_of_further_payee boolean not null default false;
alter table business.service add constraint service_of_further_payee check (not is_of_further_payee or type = 'contractor-company');
call log.keep_sealed('business.service');

-- The companies that a contractor is linked with: their own, and the umbrellas that pay them. For contractor
-- and provider: an agency reads its own payees.
create function business.associated_business_ids(contractor_id uuid) returns text[] language sql stable parallel safe
  security definer set search_path = pg_catalog, pg_temp as $$
  select array(
    select s.to_business_id::text from business.service s join business.business b on b.id = s.to_business_id
    where s.type = 'contractor-company' and s.from_business_id = associated_business_ids.contractor_id
      and s.status = 'active' and s.deleted_at is null and b.deleted_at is null
    order by s.to_business_id)
$$;
