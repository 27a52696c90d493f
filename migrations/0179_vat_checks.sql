-- Why: a VAT number was believed as it was typed. HMRC says whether it is registered, and to whom; the answer is kept with the
-- number that it is about (decision 0118).
alter table business.company
  add column vat_check_status text not null default 'unchecked'
    check (vat_check_status in ('unchecked', 'valid', 'not_found', 'unavailable')),
  -- As HMRC has it.
  add column vat_check_name text,
  -- HMRC's proof that the provider asked.
  add column vat_consultation_number text,
  add column vat_checked_at timestamptz,
  -- A person asked, and no answer is there yet.
  add column vat_check_asked_at timestamptz,
  add constraint company_vat_check check ((vat_check_status = 'unchecked') = (vat_checked_at is null)
    and (vat_check_status = 'valid' or (vat_check_name is null and vat_consultation_number is null)));

-- An answer is about one number, whoever changes it.
create function business.forget_vat_check() returns trigger language plpgsql as $$
begin
  new.vat_check_status := 'unchecked';
  new.vat_check_name := null;
  new.vat_consultation_number := null;
  new.vat_checked_at := null;
  new.vat_check_asked_at := null;
  return new;
end $$;
create trigger company_vat_check before update on business.company for each row
  when (old.vat_registration_no is distinct from new.vat_registration_no) execute function business.forget_vat_check();

create index company_vat_check_due on business.company (vat_check_status, vat_checked_at)
  where is_vat_registered and vat_registration_no is not null and deleted_at is null;
call log.keep_sealed('business.company');
