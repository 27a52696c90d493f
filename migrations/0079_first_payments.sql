-- Why: a first payment to an account is where fraud shows: the batch marks it for the people who review and pay.
alter table payment.payment_batch_item add column is_first_payment boolean not null default false;
call log.keep_sealed('payment.payment_batch_item');
