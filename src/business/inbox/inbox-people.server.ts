/** SQL over the people that get tasks and notices. */

/** Contacts with a person behind them who can sign in; a deactivated person gets nothing. */
export const inbox_people = `(select c.id, c.business_id, c.user_id, c.roles
  from business.business_contact c
  join platform."user" u on u.id = c.user_id and u.kind = 'person' and u.is_active and u.deleted_at is null
  join business.business b on b.id = c.business_id and b.is_active and b.deleted_at is null
  where c.is_active and c.deleted_at is null and c.joined_at is not null)`

/** `22 Nov 2026` */
export const daySql = (column: string): string => `to_char(${column}, 'DD Mon YYYY')`

/** Columns of a person's row in the inbox, of the person `p`. */
export const person_columns = 'p.id as contact_id, p.business_id, p.user_id'
