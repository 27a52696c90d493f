/** An approved party comes into force in the transaction of the step that removes its last need (onboarding §2.1). */
import { party_kinds } from '../onboarding.rules.ts'
import { settleParty, type Within } from './party-steps.server.ts'

/** After a step that may have been the last of this business; other businesses stay as they are. */
export async function settleApproved(within: Within, id: string): Promise<void> {
  const waiting = await within.tx.row(
    `select 1 as one from business.business where id = $1 and status = 'approved' and deleted_at is null
       and type = any ($2) for no key update`,
    [id, party_kinds],
  )
  if (waiting) await settleParty(within, id)
}

/** After a step of a paper: the party of its link, or the company that it is of. */
export async function settleOfPaper(
  within: Within,
  paper: { readonly service_id: string | null; readonly business_id: string },
): Promise<void> {
  const link =
    paper.service_id === null
      ? undefined
      : await within.tx.row<{ party: string }>(
          'select from_business_id as party from business.service where id = $1',
          [paper.service_id],
        )
  await settleApproved(within, link?.party ?? paper.business_id)
}
