/**
 * One timesheet, or the fee of one inside IR35, is left out of a run that is not approved, or taken in again; the run is
 * calculated once more.
 */
import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import { type LockedRun, lockRun, withPreparer } from './load-run.server.ts'
import { pay_run } from './pay-run.entity.ts'
import { who } from './pay-run.rules.ts'
import { readDeemedSheets } from './run-deemed.server.ts'
import type { LeftOut } from './run-work.rules.ts'
import { readRunWork } from './run-work.server.ts'

const output = z.strictObject({ id: z.uuid(), status: z.literal('open') })

/** @throws invalid where the timesheet is not work of the run, or is left out already */
export const leaveWorkOut = verb({
  action_id: 'transaction.pay_run.leave_out',
  since: '0.1.0',
  summary:
    'Leaves one timesheet, or its fee inside IR35, out of a pay run, with the reason; it waits for another run',
  machine: 'refused',
  impersonator: 'refused',
  who: who.leave_out,
  input: z.strictObject({ id: z.uuid(), timesheet_id: z.uuid(), reason: moneyReasonInput }),
  output,
  run: async (context, { id, timesheet_id, reason }) => {
    const run = await lockRun(context, id, 'leave_out')
    if (run.left_out.some((one) => one.timesheet_id === timesheet_id))
      throw invalid({ timesheet_id: validationText.unique_existing })
    const work = (await findPaid(context, run, timesheet_id)) ?? (await findFee(context, run, timesheet_id))
    if (!work) throw invalid({ timesheet_id: errorText.not_found('Timesheet') })
    const one = { ...work, timesheet_id, reason, by: context.viewer.user_name }
    return keep(context, run, [...run.left_out, one])
  },
})

type Found = Pick<LeftOut, 'human_id' | 'worker'>

async function findPaid({ tx }: VerbContext, run: LockedRun, timesheet_id: string): Promise<Found | null> {
  const work = (await readRunWork(tx, run)).find((one) => one.timesheet_id === timesheet_id)
  if (!work) return null
  const worker = await tx.row<{ name: string }>(
    `select k.name from business.employment e join business.business k on k.id = e.contractor_id where e.id = $1`,
    [work.employment_id],
  )
  return { human_id: work.human_id, worker: worker?.name ?? '' }
}

/** The fee of work inside IR35, by the timesheet of its self-bill. */
async function findFee({ tx }: VerbContext, run: LockedRun, timesheet_id: string): Promise<Found | null> {
  const sheet = (await readDeemedSheets(tx, run)).find((one) => one.timesheet_id === timesheet_id)
  return sheet ? { human_id: sheet.human_id, worker: sheet.worker } : null
}

/** @throws invalid where the timesheet is not left out */
export const takeWorkIn = verb({
  action_id: 'transaction.pay_run.take_in',
  since: '0.1.0',
  summary: 'Takes a timesheet that a pay run left out in again',
  machine: 'refused',
  impersonator: 'refused',
  who: who.take_in,
  input: z.strictObject({ id: z.uuid(), timesheet_id: z.uuid() }),
  output,
  run: async (context, { id, timesheet_id }) => {
    const run = await lockRun(context, id, 'take_in')
    const left_out = run.left_out.filter((one) => one.timesheet_id !== timesheet_id)
    if (left_out.length === run.left_out.length)
      throw invalid({ timesheet_id: errorText.not_found('Timesheet') })
    return keep(context, run, left_out)
  },
})

async function keep(context: VerbContext, run: LockedRun, left_out: readonly LeftOut[]) {
  const { tx, viewer, clock } = context
  await updateRow(tx, pay_run, run.id, {
    status: 'open',
    checker: null,
    checked_at: null,
    left_out,
    prepared_by: withPreparer(run.prepared_by, viewer),
    updated_at: clock.now(),
  })
  context.audit({
    entity: 'transaction.pay_run',
    entity_id: run.id,
    old_values: { status: run.status, left_out: run.left_out },
    new_values: { status: 'open', left_out },
  })
  return { id: run.id, status: 'open' as const }
}
