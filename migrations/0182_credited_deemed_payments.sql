-- Why: a credit of a self-bill after its deduction is a negative deemed payment of a later pay run, in one part or more.
alter table transaction.deemed_payment
  drop constraint deemed_payment_invoice_id_key,
  drop constraint deemed_payment_fee_check,
  -- The part of National Insurance that a credit gives back may be more than that of the new fee.
  drop constraint deemed_payment_employee_ni_check,
  add constraint deemed_payment_fee_check check (fee <> 0),
  add constraint deemed_payment_credit check (fee > 0 or income_tax = 0 and employee_ni = 0);
create unique index deemed_payment_of_fee on transaction.deemed_payment (invoice_id) where fee > 0;
create unique index deemed_payment_once on transaction.deemed_payment (invoice_id, payslip_id);
