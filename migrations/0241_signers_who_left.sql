-- Why: a person who left a business signed for it by the link in their mail; nobody told the sender to name another signer.
create function platform.signer_has_left(contact_id uuid) returns boolean language sql stable parallel safe
  security definer set search_path = pg_catalog, pg_temp as $$
  select contact_id is not null and not exists (
    select from business.business_contact c join business.business b on b.id = c.business_id
    left join platform."user" u on u.id = c.user_id
    where c.id = signer_has_left.contact_id and c.is_active and c.deleted_at is null and b.is_active and b.deleted_at is null
      and (u.id is null or u.is_active and u.deactivated_at is null and u.deleted_at is null))
$$;
