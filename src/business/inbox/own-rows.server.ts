/** The viewer's own rows of the inbox, locked: of the business they act for, or of none. */
import type { VerbContext } from '#server/verb.ts'
import type { InboxRow } from './inbox.rules.ts'

export type OwnRow = InboxRow & {
  readonly id: string
  readonly entity: string | null
  readonly entity_id: string | null
}

/** Rows of others and unknown ids are left out without a word: both read the same. */
export const lockOwn = ({ tx, viewer }: VerbContext, ids: readonly string[]): Promise<OwnRow[]> =>
  tx.rows<OwnRow>(
    `select id, kind, class, state as status, entity, entity_id from log.notification_log
     where id = any ($1) and user_id = $2 and (business_contact_id is null or business_contact_id = $3)
     order by id for update`,
    [ids, viewer.user_id, viewer.business_contact_id],
  )
