-- Why: nobody heard that the certificate of the signing key ends. A seal said its own time alone; where an authority of timestamps is
-- set and stays silent for a day, the seal is made without it, and the document says so (decision 0141).
alter table platform.setting drop constraint setting_key_check;
alter table platform.setting add constraint setting_key_check
  check (key in ('support_email', 'mail_from', 'vat_checks', 'signing_certificate_ends'));
alter table platform.document add column timestamp_missing boolean not null default false;
call log.keep_sealed('platform.document');
