-- Why: a mail is sent between two transactions, so its worker claims it first; and one business's mails leave two at a
-- time.
alter table platform.outbox add column business_id uuid,
  add column lease_id uuid,
  add column lease_until timestamptz;
