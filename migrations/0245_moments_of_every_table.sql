-- Why: the moments of parties, their links and people, of work, disputes, requests and papers moved with facts that some of their
-- readers do not read. These readers get the moment of the facts that all of them read (decision 0205).

-- Gives a table the moment of shared facts. A later call replaces the list.
create procedure platform.tell_shared_facts(told regclass, facts text[]) language plpgsql as $$
declare
  name text := (select relname from pg_class where oid = told);
  compared text := (select string_agg(format('new.%1$I is distinct from old.%1$I', fact), ' or ') from unnest(facts) as fact);
begin
  if not exists (select from pg_attribute where attrelid = told and attname = 'told_updated_at' and not attisdropped) then
    execute format('alter table %s add column told_updated_at timestamptz', told);
    execute format('update %s set told_updated_at = updated_at', told);
    execute format('alter table %s alter told_updated_at set default now(), alter told_updated_at set not null', told);
    execute format('create trigger %I before insert on %s for each row execute function platform.tell_moment()', name || '_told_first', told);
  end if;
  execute format('create or replace trigger %I before update on %s for each row when (%s) execute function platform.tell_moment()',
    name || '_told', told, compared);
end $$;

call platform.tell_shared_facts('business.business', regexp_split_to_array(
  'human_id name type status is_active company_id base_currency_id provider_id onboarded_at books_begin deleted_at', '\s+'));
call log.keep_sealed('business.business');

call platform.tell_shared_facts('business.company', regexp_split_to_array(
  'name brn legal_form is_vat_registered vat_registration_no email phone website industries email_domains address_id logo_attachment_id
   vat_check_status vat_check_name vat_checked_at deleted_at', '\s+'));
call log.keep_sealed('business.company');

-- For roles without the personal data of workers.
call platform.tell_shared_facts('business.individual', regexp_split_to_array('first_name last_name address_id deleted_at', '\s+'));
call log.keep_sealed('business.individual');

call platform.tell_shared_facts('business.service', regexp_split_to_array(
  'type from_business_id to_business_id provider_id agency_id status compliance_status is_active onboarding_date currency_id
   consolidation_frequency consolidation_by conduct_regs_opt_out is_of_further_payee deleted_at', '\s+'));
call log.keep_sealed('business.service');

call platform.tell_shared_facts('business.business_contact', regexp_split_to_array(
  'first_name last_name roles email contact_phone is_active business_id joined_at check_status waiting_roles deleted_at', '\s+'));
call log.keep_sealed('business.business_contact');

call platform.tell_shared_facts('platform.user', regexp_split_to_array(
  'first_name last_name email contact_phone is_active is_confirmed deleted_at', '\s+'));
call log.keep_sealed('platform.user');

call platform.tell_shared_facts('transaction.timesheet', regexp_split_to_array(
  'human_id status start_date end_date total_units type transaction_type version timesheet_frequency unit_type contract_id
   provider_id agency_id client_id contractor_id currency_id comment submitted_date submitted_by approved_at approved_by
   approved_by_name evidence_hash refinement_id refines_id deleted_at', '\s+'));
call log.keep_sealed('transaction.timesheet');

call platform.tell_shared_facts('transaction.timesheet_detail', regexp_split_to_array(
  'timesheet_id date rate_name units unit_type group_id unit_fraction availability description is_active is_difference
   provider_id agency_id client_id contractor_id deleted_at', '\s+'));
call log.keep_sealed('transaction.timesheet_detail');

call platform.tell_shared_facts('transaction.expense', regexp_split_to_array(
  'human_id status amount tax_amount version contract_id provider_id agency_id client_id contractor_id currency_id po_number
   comment submitted_date approved_at approved_by approved_by_name deleted_at', '\s+'));
call log.keep_sealed('transaction.expense');

call platform.tell_shared_facts('transaction.dispute', regexp_split_to_array(
  'invoice_id provider_id agency_id client_id status reason raised_by raised_on owner_name owner_business_id settled_by
   settled_on resolution', '\s+'));
call log.keep_sealed('transaction.dispute');

call platform.tell_shared_facts('transaction.consolidated_invoice', regexp_split_to_array(
  'human_id type status description raised_date due_date amount tax_amount total_amount currency_id po_number provider_id
   agency_id client_id from_business_id to_business_id payable_bank_account_id contract_id period_start period_end sent_at
   cancel_reason timesheet_summary_document_id deleted_at', '\s+'));
call log.keep_sealed('transaction.consolidated_invoice');

call platform.tell_shared_facts('request.change_request', regexp_split_to_array(
  'human_id status type entity entity_id contract_id service_id provider_id agency_id client_id contractor_id waits_for asked_by
   approved_at deleted_at', '\s+'));
call log.keep_sealed('request.change_request');

call platform.tell_shared_facts('platform.document', regexp_split_to_array(
  'title type status parent_entity parent_id business_id attachment_id service_id valid_from valid_to reference method comment
   round verified_at created_by_name sent_at expires_at completed_at reason frozen_sha256 final_sha256 certificate_sha256
   sealed_by timestamp_missing signed_with provider_id agency_id client_id contractor_id deleted_at', '\s+'));
call log.keep_sealed('platform.document');

call platform.tell_shared_facts('platform.signer', regexp_split_to_array(
  'document_id position role party business_id contact_id name status signature_kind asked_at viewed_at signed_at reassigned_at
   comment provider_id agency_id client_id contractor_id', '\s+'));
call log.keep_sealed('platform.signer');

call platform.tell_shared_facts('platform.attachment', regexp_split_to_array(
  'file_name file_url content_type size_bytes sha256 parent_entity parent_id business_id provider_id agency_id client_id
   contractor_id deleted_at', '\s+'));
call log.keep_sealed('platform.attachment');

drop index transaction.timesheet_client, transaction.timesheet_client_status, transaction.timesheet_contractor,
  transaction.timesheet_funder, transaction.expense_client, transaction.expense_client_status, transaction.expense_contractor,
  transaction.expense_funder, transaction.dispute_client, transaction.dispute_funder, transaction.consolidated_invoice_client,
  transaction.consolidated_invoice_funder;
create index timesheet_client on transaction.timesheet (client_id, told_updated_at desc) where deleted_at is null;
create index timesheet_client_status on transaction.timesheet (client_id, status, told_updated_at desc) where deleted_at is null;
create index timesheet_contractor on transaction.timesheet (contractor_id, told_updated_at desc) where deleted_at is null;
create index timesheet_funder on transaction.timesheet (funder_id, told_updated_at desc) where deleted_at is null;
create index expense_client on transaction.expense (client_id, told_updated_at desc) where deleted_at is null;
create index expense_client_status on transaction.expense (client_id, status, told_updated_at desc) where deleted_at is null;
create index expense_contractor on transaction.expense (contractor_id, told_updated_at desc) where deleted_at is null;
create index expense_funder on transaction.expense (funder_id, told_updated_at desc) where deleted_at is null;
create index dispute_client on transaction.dispute (client_id, told_updated_at desc);
create index dispute_funder on transaction.dispute (funder_id, told_updated_at desc) where funder_id is not null;
create index consolidated_invoice_client on transaction.consolidated_invoice (client_id, told_updated_at desc) where deleted_at is null;
create index consolidated_invoice_funder on transaction.consolidated_invoice (funder_id, told_updated_at desc) where deleted_at is null;
