-- Why: the moment of a placement's or a document's last change moved when terms of another side, funding or risk moved. Client,
-- contractor and, of placements, funder read the moment of the last change of the facts that all of them read (decision 0204).
create function platform.tell_moment() returns trigger language plpgsql as $$
begin
  new.told_updated_at := new.updated_at;
  return new;
end $$;

alter table contract.contract add column told_updated_at timestamptz;
update contract.contract set told_updated_at = updated_at;
alter table contract.contract alter told_updated_at set default now(), alter told_updated_at set not null;
create trigger contract_told_first before insert on contract.contract for each row execute function platform.tell_moment();
-- Until a placement is in force, its sides decide on all of it by its moment (decision 0175).
create trigger contract_told before update on contract.contract for each row
  when (old.status not in ('active', 'expired') or new.status not in ('active', 'expired') or
      (new.human_id, new.title, new.type, new.status, new.start_date, new.end_date, new.provider_id, new.agency_id,
       new.client_id, new.contractor_id, new.currency_id, new.base_currency_id, new.consultant_contact_id,
       new.timesheet_frequency, new.unit_type, new.standard_units, new.timesheet_submit,
       new.manual_timesheet_approval, new.ir35_status, new.work_location, new.no_right_to_serve_notice,
       new.notice_type, new.notice_period, new.notice_period_unit, new.notice_initial, new.notice_initial_unit,
       new.notice_duration, new.notice_duration_unit, new.candidate_name, new.contract_start_date, new.placement_fee,
       new.guarantee_period, new.left_date, new.amount, new.tax_amount, new.description, new.refinement_id,
       new.is_credit_note, new.tax_type, new.payment_terms, new.reference, new.deleted_at)
    is distinct from
      (old.human_id, old.title, old.type, old.status, old.start_date, old.end_date, old.provider_id, old.agency_id,
       old.client_id, old.contractor_id, old.currency_id, old.base_currency_id, old.consultant_contact_id,
       old.timesheet_frequency, old.unit_type, old.standard_units, old.timesheet_submit,
       old.manual_timesheet_approval, old.ir35_status, old.work_location, old.no_right_to_serve_notice,
       old.notice_type, old.notice_period, old.notice_period_unit, old.notice_initial, old.notice_initial_unit,
       old.notice_duration, old.notice_duration_unit, old.candidate_name, old.contract_start_date, old.placement_fee,
       old.guarantee_period, old.left_date, old.amount, old.tax_amount, old.description, old.refinement_id,
       old.is_credit_note, old.tax_type, old.payment_terms, old.reference, old.deleted_at))
  execute function platform.tell_moment();
call log.keep_sealed('contract.contract');

alter table transaction.invoice add column told_updated_at timestamptz;
update transaction.invoice set told_updated_at = updated_at;
alter table transaction.invoice alter told_updated_at set default now(), alter told_updated_at set not null;
create trigger invoice_told_first before insert on transaction.invoice for each row execute function platform.tell_moment();
create trigger invoice_told before update on transaction.invoice for each row when (
      (new.human_id, new.type, new.generation_type, new.status, new.raised_date, new.due_date, new.amount,
       new.tax_amount, new.total_amount, new.outstanding_balance, new.paid_amount, new.currency_id,
       new.last_payment_date, new.is_part_paid, new.payment_terms, new.po_number, new.period_start, new.period_end,
       new.provider_id, new.agency_id, new.client_id, new.contractor_id, new.from_business_id, new.to_business_id,
       new.from_invoice_entity_id, new.to_invoice_entity_id, new.contract_id, new.timesheet_id, new.expense_id,
       new.transaction_id, new.transaction_type, new.invoice_set_id, new.business_tax_id, new.tax_point,
       new.is_self_billed, new.is_vat_invoice, new.payable_bank_account_id, new.is_disputed, new.dispute_reason,
       new.is_credit_note, new.parent_invoice_id, new.credit_reason, new.reverses_invoice_id, new.refinement_id,
       new.deleted_at)
    is distinct from
      (old.human_id, old.type, old.generation_type, old.status, old.raised_date, old.due_date, old.amount,
       old.tax_amount, old.total_amount, old.outstanding_balance, old.paid_amount, old.currency_id,
       old.last_payment_date, old.is_part_paid, old.payment_terms, old.po_number, old.period_start, old.period_end,
       old.provider_id, old.agency_id, old.client_id, old.contractor_id, old.from_business_id, old.to_business_id,
       old.from_invoice_entity_id, old.to_invoice_entity_id, old.contract_id, old.timesheet_id, old.expense_id,
       old.transaction_id, old.transaction_type, old.invoice_set_id, old.business_tax_id, old.tax_point,
       old.is_self_billed, old.is_vat_invoice, old.payable_bank_account_id, old.is_disputed, old.dispute_reason,
       old.is_credit_note, old.parent_invoice_id, old.credit_reason, old.reverses_invoice_id, old.refinement_id,
       old.deleted_at))
  execute function platform.tell_moment();
call log.keep_sealed('transaction.invoice');

drop index contract.contract_client, contract.contract_contractor, contract.contract_funder,
  transaction.invoice_client, transaction.invoice_contractor;
create index contract_client on contract.contract (client_id, type, told_updated_at desc) where deleted_at is null;
create index contract_contractor on contract.contract (contractor_id, type, told_updated_at desc) where deleted_at is null;
create index contract_funder on contract.contract (funder_id, type, told_updated_at desc) where deleted_at is null;
create index invoice_client on transaction.invoice (client_id, told_updated_at desc)
  where deleted_at is null and type in ('provider-client', 'agency-client', 'funder-client');
create index invoice_contractor on transaction.invoice (contractor_id, told_updated_at desc)
  where deleted_at is null and type = 'contractor-agency';
