-- Why: an agency may ask limited companies for insurance of at least a sum (onboarding §2.6), so its policy holds the sums and
-- a document says for how much its company is insured. Null: nothing is asked, or the sum is not known.
alter table business.business
  add column professional_indemnity_sum numeric(15, 2) check (professional_indemnity_sum > 0),
  add column public_liability_sum numeric(15, 2) check (public_liability_sum > 0),
  add constraint business_insurance_agency check (
    type = 'agency' or professional_indemnity_sum is null and public_liability_sum is null);
call log.keep_sealed('business.business');
alter table platform.document
  add column sum_insured numeric(15, 2) check (sum_insured > 0),
  add column currency_id uuid references platform.currency (id),
  add constraint document_sum_currency check ((sum_insured is null) = (currency_id is null));
call log.keep_sealed('platform.document');
