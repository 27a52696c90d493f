-- Why: a self-bill with VAT of a number that HMRC does not have is no VAT invoice: its agency reclaims nothing, and the payee owes
-- tax on it. The provider may answer for a number by a certificate, until the number changes (decision 0118).
alter table business.company
  add column vat_override_document_id uuid references platform.document (id),
  add column vat_override_reason text,
  add column vat_override_by text,
  add column vat_override_at timestamptz,
  add constraint company_vat_override check (num_nulls(vat_override_document_id, vat_override_reason, vat_override_by, vat_override_at)
    in (0, 4));
create index company_vat_override_document on business.company (vat_override_document_id) where vat_override_document_id is not null;

create or replace function business.forget_vat_check() returns trigger language plpgsql as $$
begin
  new.vat_check_status := 'unchecked';
  new.vat_check_name := null;
  new.vat_consultation_number := null;
  new.vat_checked_at := null;
  new.vat_check_asked_at := null;
  new.vat_override_document_id := null;
  new.vat_override_reason := null;
  new.vat_override_by := null;
  new.vat_override_at := null;
  return new;
end $$;
call log.keep_sealed('business.company');

-- Whether numbers are checked, for all servers and jobs alike.
alter table platform.setting drop constraint setting_key_check;
alter table platform.setting add constraint setting_key_check check (key in ('support_email', 'mail_from', 'vat_checks'));
