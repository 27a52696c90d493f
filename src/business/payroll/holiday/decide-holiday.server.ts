/** Answers to a holiday that was asked for, and its end. */
import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { units } from '#kernel/rate.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import { holiday } from './holiday.entity.ts'
import { type HolidayStatus, who } from './holiday.rules.ts'
import { onlyHours } from './holiday-due.rules.ts'
import { fundOf, holidayEmployment, lockHoliday } from './load-holiday.server.ts'

const decided = { machine: 'refused', impersonator: 'refused', since: '0.1.0' } as const

/** By a person other than the asker; the next pay run after its first day pays it. */
export const approveHoliday = verb({
  ...decided,
  action_id: 'transaction.holiday.approve',
  summary: 'Approves a holiday that somebody else asked for',
  who: who.approve,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ id: z.uuid(), status: z.literal('approved') }),
  run: async (context, { id }) => {
    const row = await lockHoliday(context, id, 'approve')
    const employment = await holidayEmployment(context, row.employment_id)
    // Its hours are no longer free; a correction may have taken them since.
    const { free } = await fundOf(context, employment)
    if (free < 0) throw precondition(onlyHours(free + units(row.hours)))
    await decide(context, row, 'approved', null)
    return { id, status: 'approved' as const }
  },
})

export const refuseHoliday = verb({
  ...decided,
  action_id: 'transaction.holiday.refuse',
  summary: 'Refuses a holiday that was asked for, with the reason',
  who: who.refuse,
  input: z.strictObject({ id: z.uuid(), reason: moneyReasonInput }),
  output: z.strictObject({ id: z.uuid(), status: z.literal('refused') }),
  run: async (context, { id, reason }) => {
    const row = await lockHoliday(context, id, 'refuse')
    await decide(context, row, 'refused', reason)
    return { id, status: 'refused' as const }
  },
})

/** Before a pay run has paid it. */
export const withdrawHoliday = verb({
  ...decided,
  action_id: 'transaction.holiday.withdraw',
  summary: 'Withdraws a holiday that was not paid yet, with the reason',
  who: who.withdraw,
  input: z.strictObject({ id: z.uuid(), reason: moneyReasonInput }),
  output: z.strictObject({ id: z.uuid(), status: z.literal('withdrawn') }),
  run: async (context, { id, reason }) => {
    const row = await lockHoliday(context, id, 'withdraw')
    await decide(context, row, 'withdrawn', reason)
    return { id, status: 'withdrawn' as const }
  },
})

async function decide(
  context: VerbContext,
  row: { readonly id: string; readonly status: HolidayStatus },
  status: HolidayStatus,
  decision_comment: string | null,
): Promise<void> {
  const { tx, viewer, clock } = context
  const now = clock.now()
  await updateRow(tx, holiday, row.id, {
    status,
    decided_by: viewer.user_id,
    decided_by_name: viewer.user_name,
    decided_at: now,
    decision_comment,
    updated_at: now,
  })
  context.audit({
    entity: 'transaction.holiday',
    entity_id: row.id,
    old_values: { status: row.status },
    new_values: { status, ...(decision_comment === null ? {} : { decision_comment }) },
  })
}
