-- Why: people say how others reach them, and mails, messages and reminders follow it (decision 0223).
alter table business.business_contact
  add column reach_by text not null default 'any' check (reach_by in ('any', 'email', 'telephone'));
call platform.tell_shared_facts('business.business_contact', regexp_split_to_array(
  'first_name last_name roles email contact_phone reach_by is_active business_id joined_at check_status waiting_roles deleted_at', '\s+'));
call log.keep_sealed('business.business_contact');
