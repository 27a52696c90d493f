-- Why: the VAT number of the United Kingdom was kept as it was typed, with or without GB and spaces, so equal numbers did not
-- compare as equal. They are kept without them (onboarding §2.3, decision 0158). Issued documents keep their text.

-- The number is the same in another form, so HMRC's answer about it holds.
alter table business.company disable trigger company_vat_check;
with plain as (
  select id, regexp_replace(upper(regexp_replace(vat_registration_no, '\s', '', 'g')), '^GB', '') as number
  from business.company where vat_registration_no is not null)
update business.company c set vat_registration_no = p.number
from plain p
where p.id = c.id and p.number <> c.vat_registration_no
  and p.number ~ '^([0-9]{9}|[0-9]{12}|GD[0-4][0-9]{2}|HA[5-9][0-9]{2})$';
alter table business.company enable trigger company_vat_check;
call log.keep_sealed('business.company');

-- The duplicate check looks a number up.
create index company_vat_number on business.company (vat_registration_no)
  where vat_registration_no is not null and deleted_at is null;
