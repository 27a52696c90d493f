-- Why: a client without a credit limit is not funded, nor is a client of an agency before its first invoice is verified with it.
-- The document keeps the reason that holds it; the link of client and agency keeps who verified it, how, and with whom.
alter table transaction.invoice add column funding_hold_reason text;
alter table transaction.invoice add constraint invoice_hold_reason_while_held
  check (funding_hold_reason is null or funding_status = 'held') not valid;

alter table business.service
  add column verification_status text check (verification_status in ('unverified', 'verified')),
  add column verified_at timestamptz,
  add column verified_by text references platform."user" (id),
  add column verification_method text check (verification_method in ('call_back', 'purchase_order', 'bank_receipt')),
  add column verified_with text,
  add column verification_source text;
-- Links of before go on: a client with documents of this agency is known.
update business.service s set verification_status = case when exists (
    select from transaction.invoice i where i.client_id = s.from_business_id and i.agency_id = s.to_business_id
      and i.type in ('provider-client', 'agency-client', 'funder-client') and i.deleted_at is null)
  then 'verified' else 'unverified' end
where s.type = 'client-agency';
alter table business.service add constraint service_verified_of_client
  check (type = 'client-agency' or verification_status is null);
call log.keep_sealed('business.service');
