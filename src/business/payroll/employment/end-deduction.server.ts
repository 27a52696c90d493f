import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import { agreed_deduction, attachment_order } from './deduction.entity.ts'
import { endFault } from './deduction.rules.ts'

export const endInput = z.strictObject({ id: z.uuid(), ended_on: dayInput, reason: moneyReasonInput })

const kinds = {
  agreed_deduction: { entity: agreed_deduction, noun: 'deduction', first_day: 'effective_from' },
  attachment_order: { entity: attachment_order, noun: 'order', first_day: 'received_on' },
} as const

/**
 * Ends a deduction from pay on a day, with the reason, and audits it.
 * @throws precondition where it has ended, invalid where the day is before its first day
 */
export async function endDeduction(
  context: VerbContext,
  name: keyof typeof kinds,
  { id, ended_on, reason }: z.infer<typeof endInput>,
): Promise<{ readonly id: string }> {
  const { tx, viewer, clock } = context
  const { entity, noun, first_day } = kinds[name]
  const [row] = await loadVisible<{ first_day: Day; ended_on: Day | null }>(
    tx,
    viewer,
    `business.${name}`,
    [id],
    {
      lock: true,
      columns: `t.id, t.${first_day} as first_day, t.ended_on`,
    },
  )
  const kept = present(row, 'as many rows as ids')
  if (kept.ended_on !== null) throw precondition(`This ${noun} has ended`)
  const fault = endFault(ended_on, kept.first_day)
  if (fault !== null) throw invalid({ ended_on: fault })
  const values = { ended_on, end_reason: reason }
  await updateRow(tx, entity, id, { ...values, updated_at: clock.now() })
  context.audit({
    entity: `business.${name}`,
    entity_id: id,
    old_values: { ended_on: null },
    new_values: values,
  })
  return { id }
}
