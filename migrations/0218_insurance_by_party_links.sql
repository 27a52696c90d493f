-- Why: a contractor adds the insurance of their limited company by their link, with its sum and last day, where their agency
-- asks for it (onboarding §2.2, decision 0174).
alter table auth.party_link_file drop constraint party_link_file_type_check,
  add constraint party_link_file_type_check
    check (type in ('right_to_work', 'identity', 'professional_indemnity', 'public_liability')),
  add column sum_insured numeric(15,2) check (sum_insured > 0),
  add column valid_to date,
  add constraint party_link_file_insured check (num_nonnulls(sum_insured, valid_to)
    = case when type in ('professional_indemnity', 'public_liability') then 2 else 0 end);
