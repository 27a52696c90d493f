-- Why: the documents of a placement were made and sent one by one after it was agreed. They are chosen with it, with the flag of
-- electronic signing, and made once all sides have agreed (decision 0142).
alter table contract.contract
  -- Templates of documents, in their order; checked by the verbs.
  add column document_template_ids text[] not null default '{}',
  add column e_sign boolean not null default true;
call log.keep_sealed('contract.contract');
