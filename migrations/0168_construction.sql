-- Why: construction work that is not paid through PAYE needs gross payment status under the Construction Industry Scheme,
-- and a self-employed worker under supervision belongs on PAYE (payroll-run §5.3).
alter table contract.contract
  add column is_construction boolean not null default false,
  add column is_unsupervised boolean not null default false;
call log.keep_sealed('contract.contract');

create table business.cis_verification (
  id uuid primary key,
  -- The payment company.
  business_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  -- Verifications of one payee by one agency follow one another by number.
  round integer not null check (round > 0),
  verification_number text not null check (verification_number ~ '^V[0-9]{10}(/?[A-Z]{1,2})?$'),
  verified_on date not null,
  result text not null check (result in ('gross_payment', 'deduct_20', 'deduct_30')),
  created_by text not null references platform."user" (id),
  provider_id uuid not null references business.business (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (business_id, agency_id, round)
);
create index cis_verification_agency on business.cis_verification (agency_id) where deleted_at is null;
create index cis_verification_provider on business.cis_verification (provider_id) where deleted_at is null;
call log.keep_sealed('business.cis_verification');
call platform.watch_changes('business.cis_verification');
