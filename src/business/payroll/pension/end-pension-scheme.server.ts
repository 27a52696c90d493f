/** The end of a pension scheme, and its undoing until the members were paid under the other scheme. */
import { z } from 'zod'
import { formatDay } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { membersFrom, moveMembers } from './move-members.server.ts'
import { pension_scheme } from './pension.entity.ts'
import { pensionEndFaults, type Successor } from './pension-end.rules.ts'
import {
  lastContribution,
  lockPensionScheme,
  type PensionScheme,
  requireNone,
} from './pension-scheme-input.server.ts'

/**
 * Ends a pension scheme: another one takes its members over from a pay day on.
 * @throws invalid for a paid day, and for members whom no scheme takes over; precondition where it ended before
 */
export const endPensionScheme = verb({
  action_id: 'business.pension_scheme.end',
  since: '0.1.0',
  summary: 'Ends a pension scheme from a pay day on; another one takes its members over',
  machine: 'refused',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({
    id: z.uuid(),
    /** The first pay day without contributions. */
    effective_from: dayInput,
    /** The pension scheme that takes the members over. */
    successor_id: z.uuid().optional(),
  }),
  output: z.strictObject({ id: z.uuid(), moved: z.number() }),
  run: async (context, { id, effective_from, successor_id }) => {
    const { tx, viewer, clock } = context
    const scheme = await lockPensionScheme(context, id)
    const { name, ended_from } = scheme
    if (ended_from !== null) throw precondition(`${name} ends on ${formatDay(ended_from)} already`)
    const members = await membersFrom(context, id, effective_from)
    const successor = successor_id === undefined ? null : await successorOf(context, scheme, successor_id)
    requireNone(
      pensionEndFaults({
        ...{ effective_from, members, successor },
        last_paid: await lastContribution(context, id),
      }),
    )
    const values = {
      ended_from: effective_from,
      ended_by_name: viewer.user_name,
      successor_id: successor_id ?? null,
    }
    await updateRow(tx, pension_scheme, id, { ...values, updated_at: clock.now() })
    context.audit({ entity: 'business.pension_scheme', entity_id: id, new_values: values })
    if (successor_id !== undefined)
      await moveMembers(context, members, {
        ...{ from_id: id, to_id: successor_id, on: effective_from },
        reason: `${name} ended`,
      })
    return { id, moved: members.length }
  },
})

/** @throws precondition where the scheme goes on, and once members were paid under the other scheme */
export const undoPensionSchemeEnd = verb({
  action_id: 'business.pension_scheme.undo_end',
  since: '0.1.0',
  summary:
    'Undoes the end of a pension scheme, and moves its members back, before they were paid under another one',
  machine: 'refused',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ id: z.uuid(), reason: moneyReasonInput }),
  output: z.strictObject({ id: z.uuid(), moved: z.number() }),
  run: async (context, { id, reason }) => {
    const { tx, clock } = context
    const { name, ended_from, successor_id } = await lockPensionScheme(context, id)
    if (ended_from === null) throw precondition(`${name} has not ended`)
    const paid = successor_id === null ? null : await lastContribution(context, successor_id, id)
    if (paid !== null)
      throw precondition(`Members were paid under the other pension on ${formatDay(paid)}: the end stays`)
    const members = successor_id === null ? [] : await membersFrom(context, successor_id, ended_from, id)
    await updateRow(tx, pension_scheme, id, {
      ...{ ended_from: null, ended_by_name: null, successor_id: null },
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'business.pension_scheme',
      entity_id: id,
      old_values: { ended_from, successor_id },
      new_values: { ended_from: null, successor_id: null, reason },
    })
    if (successor_id !== null)
      await moveMembers(context, members, { from_id: successor_id, to_id: id, on: ended_from, reason })
    return { id, moved: members.length }
  },
})

async function successorOf(
  { tx }: VerbContext,
  scheme: PensionScheme,
  successor_id: string,
): Promise<Successor | 'unknown'> {
  const row = await tx.row<Successor>(
    `select name, ended_from from business.pension_scheme where id = $1 and paye_scheme_id = $2 and id <> $3 for share`,
    [successor_id, scheme.paye_scheme_id, scheme.id],
  )
  return row ?? 'unknown'
}
