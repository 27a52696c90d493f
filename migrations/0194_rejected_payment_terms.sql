-- Why: a client could only leave terms unanswered that it did not agree to. It rejects them with a reason, and the agency asks
-- again with others (onboarding, change requests). Rejected terms held on no day: they end on their first.
alter table config.configuration add column status_comment text;
alter table config.configuration add constraint configuration_rejected_terms
  check (type <> 'payment_terms' or (status = 'rejected') = (status_comment is not null));
call log.keep_sealed('config.configuration');
