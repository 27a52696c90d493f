-- Why: a worker was paid in the open tax year under a wrong NI letter. A letter from an earlier pay day is marked as a correction,
-- and the next pay run computes the pay days that it covers again (decision 0198).
alter table business.ni_category
  add column is_correction boolean not null default false,
  add constraint ni_category_corrected check (not is_correction or reason is not null);
create index ni_category_corrections on business.ni_category (employment_id) where is_correction;
call log.keep_sealed('business.ni_category');
