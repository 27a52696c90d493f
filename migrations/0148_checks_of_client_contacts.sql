-- Why: a person whom an agency lets in for a client would approve the agency's own work. They wait until the provider has
-- checked them, unless their address is of a mail domain that the provider confirmed with the client (decision 0082).
alter table business.business_contact
  add column check_status text check (check_status in ('pending_check', 'checked'));
call log.keep_sealed('business.business_contact');

alter table business.company
  add column email_domains text[] not null default '{}',
  add column are_domains_confirmed boolean not null default false;
call log.keep_sealed('business.company');
