-- Why: a business words the mails that ask people outside of it to sign, to agree to a change and to approve work.
alter table config.mail_template
  drop constraint mail_template_template_check,
  add constraint mail_template_template_check check (template in ('message', 'reminder', 'documents', 'invoice', 'self_bill',
    'credit_note', 'consolidated_invoice', 'payment_advice', 'statement', 'invitation', 'details_link', 'signature_request',
    'signature_reminder', 'change_to_agree', 'work_to_approve'));
