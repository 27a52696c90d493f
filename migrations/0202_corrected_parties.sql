-- Why: the agency corrects the spelling of a contractor's name and address before its approval, marked as its change (onboarding §2.4).
-- Each entry: the person, the moment, the names of the fields.
alter table business.business add column corrections jsonb not null default '[]' check (jsonb_typeof(corrections) = 'array');
call log.keep_sealed('business.business');
