-- Why: two requests at once asked a client about two terms of one kind, and both could be agreed to. The newest of such stands.
update config.configuration c set deleted_at = now(), updated_at = now()
where c.type = 'payment_terms' and c.status = 'inprogress' and c.deleted_at is null and exists (
  select from config.configuration n
  where n.type = c.type and n.status = c.status and n.deleted_at is null and n.transaction_id = c.transaction_id
    and n.sub_type = c.sub_type and (n.created_at, n.id) > (c.created_at, c.id));
create unique index configuration_terms_asked on config.configuration (transaction_id, sub_type)
  where type = 'payment_terms' and status = 'inprogress' and deleted_at is null;
