-- Why: an approved pay run of which nothing was paid or filed is opened again. Its documents and entries are reversed, its payslips
-- are withdrawn and kept, and the same pay day is calculated again (payroll-run, states; decision 0148).
alter table transaction.pay_run
  add column reopen_reason text,
  add column reopener text,
  add column reopened_at timestamptz,
  add constraint pay_run_reopened check (num_nonnulls(reopen_reason, reopener, reopened_at) in (0, 3));
call log.keep_sealed('transaction.pay_run');

-- A withdrawn payslip is out of lists and sums, and its number is not used again.
alter table transaction.payslip drop constraint payslip_payslip_period_id_contractor_id_key;
create unique index payslip_once on transaction.payslip (payslip_period_id, contractor_id) where deleted_at is null;

-- The calculation of a withdrawn payslip stays beside the new one.
alter table transaction.pay_run_payslip
  add column withdrawn_as text,
  drop constraint pay_run_payslip_once,
  add constraint pay_run_payslip_withdrawn check (withdrawn_as is null or payslip_id is null);
create unique index pay_run_payslip_once on transaction.pay_run_payslip (pay_run_id, contractor_id) where withdrawn_as is null;
drop trigger pay_run_payslip_kept on transaction.pay_run_payslip;
create trigger pay_run_payslip_kept before delete on transaction.pay_run_payslip
  for each row when (old.payslip_id is not null or old.withdrawn_as is not null) execute function transaction.keep_issued_slip();
call log.keep_sealed('transaction.pay_run_payslip');

alter table transaction.payroll_payment drop constraint payroll_payment_status_check;
alter table transaction.payroll_payment add constraint payroll_payment_status_check check (status in ('due', 'paid', 'withdrawn'));

-- Movements and payments of a withdrawn payslip count no more; nothing else of them changes.
create function transaction.keep_but_withdraw() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.deleted_at is null and new.deleted_at is not null
     and to_jsonb(new) - array['deleted_at', 'updated_at'] = to_jsonb(old) - array['deleted_at', 'updated_at'] then
    return new;
  end if;
  raise exception '% is kept as it is', tg_table_name using errcode = 'restrict_violation';
end $$;

alter table transaction.statutory_payment add column deleted_at timestamptz;
alter table transaction.statutory_payment drop constraint statutory_payment_days;
alter table transaction.statutory_payment add constraint statutory_payment_days exclude using gist (statutory_absence_id with =,
  daterange(from_day, to_day, '[]') with &&) where (amount > 0 and deleted_at is null);
drop trigger statutory_payment_kept on transaction.statutory_payment;
create trigger statutory_payment_kept before update or delete on transaction.statutory_payment
  for each row execute function transaction.keep_but_withdraw();
call log.keep_sealed('transaction.statutory_payment');

alter table transaction.holiday_movement add column deleted_at timestamptz;
drop index transaction.holiday_movement_taken;
create unique index holiday_movement_taken on transaction.holiday_movement (holiday_id)
  where holiday_id is not null and deleted_at is null;
drop trigger holiday_movement_kept on transaction.holiday_movement;
create trigger holiday_movement_kept before update or delete on transaction.holiday_movement
  for each row execute function transaction.keep_but_withdraw();
call log.keep_sealed('transaction.holiday_movement');
