-- Why: agencies give workers a key information document before they agree to an assignment.
alter table config.document_template drop constraint document_template_kind_check;
alter table config.document_template add constraint document_template_kind_check check (kind in ('business_terms', 'perm_terms',
  'limited_contract', 'umbrella_contract', 'paye_terms', 'self_billing', 'opt_out', 'assignment_schedule', 'perm_confirmation',
  'agency_terms', 'key_information_paye', 'key_information_umbrella', 'key_information_limited'));
