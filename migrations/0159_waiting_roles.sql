-- Why: an agency that adds a role to a joined person of its client lets them approve the agency's own work. The role waits
-- until the provider has checked it, as a new person does (decision 0082).
alter table business.business_contact
  add column waiting_roles text[] not null default '{}'
    check (waiting_roles <@ array['hiring_manager', 'invoice_contact', 'timesheet_approver'] and not waiting_roles && roles);
call log.keep_sealed('business.business_contact');
