-- Why: the person who takes a held document into a batch again decides that it is paid, so that another one reviews and completes
-- the batch.
alter table payment.payment_batch
  add column released_by text[] not null default '{}',
  add constraint payment_batch_released_reviewed check (reviewed_by is null or reviewed_by <> all (released_by));
call log.keep_sealed('payment.payment_batch');
