/** Judges a client's held debt again once its standing at Companies House is decided or has changed (decision 0143). */
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Topic } from '#server/mail/outbox-deliver.server.ts'
import { openContext } from '#server/perform.server.ts'
import { SYSTEM } from '#server/system-user.ts'
import { readViewerOfBusiness } from '#server/viewer-read.server.ts'
import { checkCompany } from '../parties/company-status/check-company.server.ts'
import { DECIDED_TOPIC } from '../parties/company-status/company-standing.server.ts'
import { judgeDebt } from './follow-disallowance.server.ts'

const payload = z.object({ client_id: z.uuid() })

export const standingDecidedTopic: Topic = {
  topic: DECIDED_TOPIC,
  record: (facts) => {
    const parsed = payload.safeParse(facts)
    return parsed.success ? { entity: 'business.client', id: parsed.data.client_id } : null
  },
  // In the transaction that marks the message delivered.
  deliver: async ({ tx, clock, settings, payload: facts }) => {
    const parsed = payload.safeParse(facts)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    const { client_id } = parsed.data
    const row = present(
      await tx.row<{ provider_id: string }>(
        'select coalesce(provider_id, id) as provider_id from business.business where id = $1',
        [client_id],
      ),
      'the client',
    )
    const viewer = present(await readViewerOfBusiness(tx, row.provider_id, []), 'the provider of a client')
    const step = openContext({ tx, clock, settings }, { ...viewer, user_id: SYSTEM }, checkCompany.action_id)
    await judgeDebt(step.context, [{ client_id, principal_id: null }])
    await step.finish()
  },
}
