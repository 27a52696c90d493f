-- Why: signers are asked for initials, dates, texts and ticks beside their signature.
alter table platform.signature_field drop constraint signature_field_kind_check;
alter table platform.signature_field add constraint signature_field_kind_check
  check (kind in ('signature', 'name', 'initials', 'date', 'text', 'checkbox'));
-- The question; the signature has none.
alter table platform.signature_field add column label text;
-- Among the questions of its signer.
alter table platform.signature_field add column position integer;
call log.keep_sealed('platform.signature_field');
