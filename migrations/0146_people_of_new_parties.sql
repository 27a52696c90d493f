-- Why: people of a new party are entered with it, and get their invitation once another person has approved it.
alter table business.business_contact add column invites_on_approval boolean not null default false;
call log.keep_sealed('business.business_contact');
