-- Why: the person who asks a client for payment terms does not agree to them for the client, also where they have a role at both
-- (onboarding §0).
alter table config.configuration add column asked_by text references platform."user" (id);
alter table config.configuration add column asked_as text references platform."user" (id);
call log.keep_sealed('config.configuration');
