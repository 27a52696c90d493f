/** SQL over delegations: a colleague stands in for a person who is away. One step alone: nothing is passed on. */

/** A delegation `d` that holds on the day. */
export const in_force = (today: string): string =>
  `d.ended_at is null and ${today} between d.from_day and d.to_day`

type StandIn = {
  /** SQL of the colleague's contact id. */
  readonly person: string
  /** SQL of the contact id of the person who is away. */
  readonly away: string
  readonly today: string
}

export const standsInSql = ({ person, away, today }: StandIn): string =>
  `exists (select from platform.delegation d where d.to_contact_id = ${person} and d.from_contact_id = ${away} and ${in_force(today)})`

/** Nobody approves pay of their own: the user is no person of these payees. */
export const isNoPayeeSql = (user_id: string, ...payee_ids: readonly string[]): string =>
  `not exists (select from business.business_contact o where o.user_id = ${user_id} and o.business_id in (${payee_ids.join(', ')})
     and o.deleted_at is null)`
