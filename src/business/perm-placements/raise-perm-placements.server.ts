/** The documents of permanent placements, from the day the candidate starts (money.md §1.5, "Perm placement"). */
import { z } from 'zod'
import type { Clock } from '#kernel/clock.ts'
import { precondition } from '#kernel/errors.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { unnestSql } from '#server/write-row.server.ts'
import { recordContractSteps } from '../placements/record-contract-step.server.ts'
import type { RaiseOutcome } from '../raising/raise-invoice-sets.server.ts'
import { raiseSets } from '../raising/raise-invoice-sets.server.ts'
import { idsInput } from '../shared/chosen-input.server.ts'
import { lockPerms } from './load-perm.server.ts'
import { who } from './perm-placement.rules.ts'

const input = z.strictObject({ ids: idsInput })

const output = z.strictObject({
  placements: z.array(
    z.strictObject({
      id: z.uuid(),
      human_id: z.string(),
      invoice_set_id: z.uuid().nullable(),
      suspense_reason: z.string().nullable(),
    }),
  ),
})

/** @throws precondition with the reasons when none could be raised */
export const raisePermPlacements = verb({
  action_id: 'contract.perm_placement.raise',
  since: '0.1.0',
  summary: 'Raises the invoices of permanent placements',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.raise,
  input,
  output,
  run: async (context, { ids }) => {
    const rows = await lockPerms(context, 'raise', ids)
    const { raised, refused } = await raisePerms(
      context,
      rows.map((row) => row.id),
    )
    const placements = rows.map((row) => ({
      id: row.id,
      human_id: row.human_id,
      invoice_set_id: raised.get(row.id) ?? null,
      suspense_reason: refused.get(row.id) ?? null,
    }))
    if (placements.every((one) => one.suspense_reason !== null))
      throw precondition([...new Set(placements.map((one) => one.suspense_reason))].join('. '))
    await recordContractSteps(
      context,
      'raise',
      rows.map((row) => ({
        row,
        old_status: row.status,
        new_status: row.status,
        message: refused.get(row.id) ?? 'Invoices raised',
        new_values: { invoice_set_id: raised.get(row.id) ?? null },
      })),
    )
    return { placements }
  },
})

const outcome_columns = { id: 'uuid', suspense_reason: 'text' } as const

type Within = {
  readonly tx: Tx
  readonly clock: Clock
  readonly enqueue?: VerbContext['enqueue']
}

/** Raises the possible ones and stores the reason on the rest. The caller has locked the placements. */
async function raisePerms(within: Within, ids: readonly string[]): Promise<RaiseOutcome> {
  const outcome = await raiseSets(within, 'perm_placement', ids)
  const rows = ids.map((id) => ({ id, suspense_reason: outcome.refused.get(id) ?? null }))
  const params: unknown[] = [within.clock.now()]
  await within.tx.run(
    `update contract.contract c set suspense_reason = o.suspense_reason, updated_at = $1
     from ${unnestSql(outcome_columns, rows, params, 'o')}
     where o.id = c.id and c.suspense_reason is distinct from o.suspense_reason`,
    params,
  )
  return outcome
}

/** The day's work: placements in force whose candidate has started and that are not invoiced. */
export async function raiseStartedPerms(within: Within): Promise<RaiseOutcome> {
  const due = await within.tx.rows<{ id: string }>(
    `select c.id from contract.contract c
     where c.type = 'perm_placement' and c.status = 'active' and c.deleted_at is null and c.contract_start_date <= $1
       and not exists (select from transaction.invoice_set s where s.contract_id = c.id)
     order by c.id for update of c`,
    [within.clock.today()],
  )
  if (due.length === 0) return { raised: new Map(), refused: new Map(), sets: [] }
  return raisePerms(
    within,
    due.map((row) => row.id),
  )
}
