-- Why: a cancelled batch keeps the reason that its dialog asks for.
alter table payment.payment_batch add column cancel_reason text, add column cancelled_by text, add column cancelled_at timestamptz;
