/** Raises approved work that waited for HMRC's answer about a VAT number, in the name of the product (decision 0139). */
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Delivery, Topic } from '#server/mail/outbox-deliver.server.ts'
import { openContext } from '#server/perform.server.ts'
import { SYSTEM } from '#server/system-user.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { readViewerOfBusiness } from '#server/viewer-read.server.ts'
import { raiseExpenses, settleRaised as settleExpenses } from '../expenses/decide-expenses.server.ts'
import { expenses } from '../expenses/expense-records.server.ts'
import { check_reasons } from '../invoices/awaited-check.rules.ts'
import { ANSWERED_TOPIC, answered_work } from '../parties/vat-check/answered.server.ts'
import { raiseTimesheets, settleRaised as settleTimesheets } from '../timesheets/decide-timesheets.server.ts'
import { timesheets } from '../timesheets/timesheet-records.server.ts'

const payload = z.object({
  company_id: z.uuid(),
  noun: z.enum(answered_work),
  /** Work up to this id was tried. */
  after: z.uuid().optional(),
})
type Asked = z.infer<typeof payload>

/** Work of one transaction: the audit chain is locked until its end. */
const WORK_MAX = 500

type Waiting = { readonly id: string; readonly provider_id: string }

/** Locked, so that the second of two raises sees the work of the first. Work held by a person has that person's reason. */
const waitingWork = (tx: Tx, { company_id, noun, after }: Asked): Promise<Waiting[]> =>
  tx.rows<Waiting>(
    `select t.id, t.provider_id from transaction.${noun} t join contract.contract c on c.id = t.contract_id
     where t.status = 'suspense' and t.approved_at is not null and t.deleted_at is null
       ${noun === 'timesheet' ? 'and t.held_by is null' : ''} and t.suspense_reason like any ($2)
       and exists (select from business.business b where b.company_id = $1 and b.id in (c.payment_company_id, t.agency_id))
       and ($3::uuid is null or t.id > $3)
     order by t.id limit ${WORK_MAX} for update of t`,
    [company_id, check_reasons.map((words) => `${words}%`), after ?? null],
  )

/** Raises the work that can be raised now. The other work keeps waiting, with the reason that is left. */
async function settle(context: VerbContext, noun: Asked['noun'], ids: readonly string[]): Promise<void> {
  if (noun === 'timesheet')
    await settleTimesheets(context, 'raise', await timesheets.lock(context, ids), null)
  else await settleExpenses(context, 'raise', await expenses.lock(context, ids), null)
}

async function raiseAnswered({ tx, clock, settings }: Delivery, asked: Asked): Promise<void> {
  const waiting = await waitingWork(tx, asked)
  for (const [provider_id, rows] of Map.groupBy(waiting, (row) => row.provider_id)) {
    const business = await readViewerOfBusiness(tx, provider_id, ['provider_operations'])
    const viewer = { ...present(business, 'the provider of the work'), user_id: SYSTEM, user_name: 'Stint' }
    const verb = asked.noun === 'timesheet' ? raiseTimesheets : raiseExpenses
    const step = openContext({ tx, clock, settings }, viewer, verb.action_id)
    await settle(
      step.context,
      asked.noun,
      rows.map(({ id }) => id),
    )
    const last = waiting.length === WORK_MAX ? waiting.at(-1)?.id : undefined
    if (last !== undefined && rows.at(-1)?.id === last)
      step.context.enqueue(ANSWERED_TOPIC, `${ANSWERED_TOPIC}:${asked.company_id}:${asked.noun}:${last}`, {
        ...asked,
        after: last,
      })
    await step.finish()
  }
}

export const vatAnsweredTopic: Topic = {
  topic: ANSWERED_TOPIC,
  record: (facts) => {
    const parsed = payload.safeParse(facts)
    return parsed.success ? { entity: 'business.company', id: parsed.data.company_id } : null
  },
  // In the transaction that marks the message delivered: the work is raised once.
  deliver: async (delivery) => {
    const parsed = payload.safeParse(delivery.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    await raiseAnswered(delivery, parsed.data)
  },
}
