-- Why: what the bank sends back (an unapplied credit: wrong account, closed account). The payment is taken back by its
-- mirror in the books, its documents wait to be paid again, and the account is not paid into until somebody other than who
-- recorded the return has confirmed it (quality S16).
alter table transaction.payment_receipt_summary
  add column return_code text check (return_code in ('no_account', 'account_closed', 'account_transferred', 'invalid_details',
    'beneficiary_deceased', 'refused_by_payee', 'other')),
  -- The line of the statement that brought the money back.
  add column returned_line_id uuid references transaction.bank_line (id),
  add column returned_by text,
  add constraint payment_returned check (return_code is null or (type = 'payment' and status = 'reversed' and returned_by is not null)),
  add constraint payment_returned_line check (returned_line_id is null or return_code is not null);
create unique index payment_returned_line on transaction.payment_receipt_summary (returned_line_id) where returned_line_id is not null;
-- Payments that a line of the bank may bring back are found by their amount.
create index payment_by_amount on transaction.payment_receipt_summary (provider_id, currency_id, amount)
  where type = 'payment' and bank_account_id is not null and status <> 'reversed' and deleted_at is null;

alter table payment.payment_batch_item drop constraint payment_batch_item_status_check;
alter table payment.payment_batch_item add constraint payment_batch_item_status_check
  check (status in ('included', 'held', 'paid', 'removed', 'returned'));

alter table business.bank_account
  add column held_at timestamptz,
  add column held_by text,
  add column hold_reason text,
  -- Who confirmed it again, and when. Held and not yet confirmed again: nothing is paid into it.
  add column hold_ended_at timestamptz,
  add column hold_ended_by text,
  add constraint bank_account_held check ((held_at is null) = (held_by is null) and (held_at is null) = (hold_reason is null)),
  -- Held by the database too, whatever path leads here: nobody ends a hold alone.
  add constraint bank_account_hold_two_people
    check (hold_ended_at is null or (held_at is not null and hold_ended_by is not null and hold_ended_by <> held_by));
