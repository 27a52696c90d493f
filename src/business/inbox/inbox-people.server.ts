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

/** Columns that notices and tasks take from their source `w`; a new row is open, unread and not mailed. */
export const new_notice_columns = {
  user_id: 'w.user_id',
  business_contact_id: 'w.contact_id',
  business_id: 'w.business_id',
  kind: 'w.kind',
  title: 'w.title',
  message: 'w.message',
  link: 'w.link',
  entity_id: 'w.entity_id',
  state: `'open'`,
  read_at: 'null',
  snoozed_until: 'null',
  done_at: 'null',
  assigned_from: 'null',
  held_decision_id: 'null',
  mailed_at: 'null',
} as const
