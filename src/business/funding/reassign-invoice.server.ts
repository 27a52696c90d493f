import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { notAllowed, notFound, precondition } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { requireOneOf } from '../who-may.rules.ts'
import { reasonInput } from './cash-input.server.ts'
import { type Judging, judgeDebt } from './follow-disallowance.server.ts'
import { can, type ReassignFacts, reassigners } from './reassign.rules.ts'

const input = z.object({ id: z.uuid(), reason: reasonInput })
type Answer = { id: string; reassigned_on: string; recourse_amount: string }

type Row = ReassignFacts & {
  readonly id: string
  readonly client_id: string
  readonly principal_id: string
}

const columns = `t.id, t.human_id, t.type, t.status, t.is_credit_note, t.reassigned_on, t.client_id,
  transaction.principal_of(t.type, t.provider_id, t.funder_id) as principal_id`

/**
 * Gives a debt back to its agency: what was advanced on it, fees with it, the agency owes, and what the client pays from
 * now on is the agency's in full. Nobody advances on it, and it uses up no limit.
 */
export const reassignInvoice = verb<z.infer<typeof input>, Answer>({
  action_id: 'transaction.invoice.reassign',
  input,
  run: async (context, { id, reason }) => {
    const { tx, viewer, clock } = context
    requireOneOf(viewer, reassigners)
    const row = await lockInvoice(context, id)
    const allowed = can.reassign(row, viewer)
    if (allowed === errorText.not_allowed) throw notAllowed()
    if (allowed !== true) throw precondition(allowed)
    await markReassigned(context, [{ id: row.id, reason }])
    await judgeDebt(context, [{ client_id: row.client_id, principal_id: row.principal_id }])
    const after = await tx.row<{ recourse_amount: string }>(
      'select recourse_amount from transaction.invoice where id = $1',
      [row.id],
    )
    return {
      id: row.id,
      reassigned_on: clock.today(),
      recourse_amount: after?.recourse_amount ?? '0.00',
    }
  },
})

async function lockInvoice({ tx, viewer }: VerbContext, id: string): Promise<Row> {
  const row =
    viewer.category === 'funder'
      ? await fundersOwn(tx, viewer.business_id, id)
      : (await loadVisible<Row>(tx, viewer, 'transaction.invoice', [id], { lock: true, columns }))[0]
  if (!row) throw notFound('Invoice')
  return row
}

/** What a funder bills his clients he is not listed (spec §6), yet it is his: he may give back that, and nothing else. */
function fundersOwn(tx: Tx, funder_id: string, id: string): Promise<Row | undefined> {
  return tx.row<Row>(
    `select ${columns} from transaction.invoice t where t.id = $1 and t.funder_id = $2 and t.deleted_at is null
       and transaction.principal_of(t.type, t.provider_id, t.funder_id) = $2 for update`,
    [id, funder_id],
  )
}

async function markReassigned(
  { tx, clock, audit }: Judging,
  rows: readonly { id: string; reason: string }[],
): Promise<void> {
  for (const { id, reason } of rows) {
    await tx.run(
      `update transaction.invoice set reassigned_on = $2, reassign_reason = $3, updated_at = $4 where id = $1`,
      [id, clock.today(), reason, clock.now()],
    )
    audit?.({
      entity: 'transaction.invoice',
      entity_id: id,
      old_values: { reassigned_on: null },
      new_values: { reassigned_on: clock.today(), reason },
    })
  }
}

/**
 * The day's work for one who carries risk: what is past due for longer than his rule bears goes back to its agency. The
 * rule is `isToReassign`. @returns how many
 */
export async function reassignOverdue(within: Judging, principal_id: string): Promise<number> {
  const { tx, clock } = within
  const due = await tx.rows<{ id: string; reassign_days: number }>(
    `with rule as (
       select f.reassign_days from business.funding_rule f
       where f.principal_id = $1 and f.deleted_at is null and f.effective_from <= $2::date
         and (f.effective_to is null or f.effective_to >= $2::date)
       order by f.effective_from desc limit 1)
     select i.id, r.reassign_days from transaction.invoice i cross join rule r
     where transaction.principal_of(i.type, i.provider_id, i.funder_id) = $1
       and i.type in ('provider-client', 'agency-client', 'funder-client') and i.deleted_at is null and i.status = 'open'
       and i.reassigned_on is null and not i.is_credit_note and i.outstanding_balance > 0
       and i.due_date < $2::date - r.reassign_days
     order by i.id for update of i`,
    [principal_id, clock.today()],
  )
  await markReassigned(
    within,
    due.map(({ id, reassign_days }) => ({ id, reason: `More than ${reassign_days} days past its due date` })),
  )
  return due.length
}
