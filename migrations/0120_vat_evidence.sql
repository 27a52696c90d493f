-- Why: a client outside the United Kingdom is charged no VAT only while there is evidence that it is in business there
-- (VATPOSS06300).
alter table business.company
  add column vat_evidence_kind text check (vat_evidence_kind in ('vat_number', 'certificate', 'other')),
  add column vat_evidence_number text,
  add column vat_evidence_checked_on date,
  add column vat_evidence_attachment_id uuid references platform.attachment (id),
  add constraint company_vat_evidence check (
    (vat_evidence_kind is null) = (vat_evidence_checked_on is null)
    and (vat_evidence_kind is not null or (vat_evidence_number is null and vat_evidence_attachment_id is null))
    and (vat_evidence_kind is distinct from 'vat_number' or vat_evidence_number is not null)
    and (vat_evidence_kind is null or vat_evidence_kind = 'vat_number' or vat_evidence_attachment_id is not null)
  );
call log.keep_sealed('business.company');
