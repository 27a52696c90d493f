import type { VerbContext } from '#server/verb.ts'

/** A person with a seat in the business, by their contact. */
export type Member = {
  readonly id: string
  readonly user_id: string
  readonly email: string
  readonly first_name: string
}

/** The people with a seat in a business, to tell them of a rule. */
export const membersOf = ({ tx }: Pick<VerbContext, 'tx'>, business_id: string): Promise<Member[]> =>
  tx.rows<Member>(
    `select c.id, c.user_id, u.email, c.first_name from business.business_contact c
     join platform."user" u on u.id = c.user_id and u.kind = 'person' and u.is_active and u.deactivated_at is null
       and u.deleted_at is null
     where c.business_id = $1 and c.is_active and c.deleted_at is null and c.joined_at is not null and c.roles <> '{}'
     order by c.id`,
    [business_id],
  )
