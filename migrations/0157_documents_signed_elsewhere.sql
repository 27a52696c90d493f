-- Why: an installation may have its documents signed with Documenso. A document keeps the service that it was handed to
-- and its number there, so a change of the setting leaves documents on their way where they are.
alter table platform.document
  add column signed_with text check (signed_with = 'documenso'),
  add column envelope_id text,
  add check ((signed_with is null) = (envelope_id is null));
call log.keep_sealed('platform.document');
