-- Why: API tokens belong to the business and stay when their maker leaves. Its administrators are asked whether each is still
-- needed; a time here means that the question waits.
alter table platform.api_token add column review_asked_at timestamptz;
update platform.api_token t set review_asked_at = now() where t.revoked_at is null and t.expires_at > now() and not exists (
  select from business.business_contact c join platform."user" u on u.id = c.user_id and u.is_active and u.deactivated_at is null
  where c.user_id = t.created_by and c.business_id = t.business_id and c.is_active and c.deleted_at is null);
call log.keep_sealed('platform.api_token');
