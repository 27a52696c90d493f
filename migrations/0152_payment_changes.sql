-- Why: a contractor is paid another way, or through another company, from a day on. Their placements go on as copies, and
-- those before keep the self-billing agreement of the company that they pay.
alter table contract.contract
  add column keeps_self_billing boolean not null default false,
  add column self_billing_from date,
  add column self_billing_to date,
  add check (keeps_self_billing or (self_billing_from is null and self_billing_to is null));
call log.keep_sealed('contract.contract');
