/**
 * Of an invitation `i`, its contact `c` and its business `b`: `inviter.name`, `inviter.business_name` and
 * `inviter.business_id`. An invitation that
 * the provider sends, having checked or approved the person, names the agency that entered them: the person knows no other.
 */
export const inviterSql = `
  join lateral (
    select coalesce(agency.person, i.invited_by) as name, coalesce(agency.name, own.name, b.name) as business_name,
      coalesce(agency.id, own.id, b.id) as business_id
    from (select) one
    left join lateral (
      select o.id, o.name, o.type from business.business_contact k join business.business o on o.id = k.business_id
      where k.user_id = i.created_by and k.deleted_at is null
      order by (o.id = b.id) desc, k.is_active desc, k.id limit 1) own on true
    left join lateral (
      select u.name as person, o.id, o.name, o.type from log.audit a
      join business.business o on o.id = a.business_id
      join platform."user" u on u.id = a.user_id
      where a.entity = 'business.business_contact' and a.entity_id = c.id
      order by a.id limit 1) agency on agency.type = 'agency' and own.type = 'provider') inviter on true`
