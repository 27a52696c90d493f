/** The second person's look at figures out of bounds. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import { notFound, precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { timesheets } from '../../timesheets/timesheet-records.server.ts'
import { judgeFigures, keepFigures } from './keep-figures.server.ts'
import { amount_fields } from './payroll-figure.rules.ts'
import type { FiguresInput } from './payroll-input.server.ts'
import { payroll_override } from './payroll-override.entity.ts'
import { can, who } from './payroll-override.rules.ts'

type Waiting = ReadRow<
  typeof payroll_override,
  'id timesheet_id version status requested_by pay_day period_number other_deductions_for tax_code ni_letter'
> &
  Readonly<Record<(typeof amount_fields)[number], string>>

/** @throws not_found, not_allowed for the requester, or conflict after another person's decision */
async function lockWaiting(context: VerbContext, id: string, action: 'confirm' | 'reject'): Promise<Waiting> {
  const { tx, viewer } = context
  const [row] = await loadVisible<Waiting>(tx, viewer, 'transaction.payroll_override', [id], {
    lock: true,
    columns: `t.id, t.timesheet_id, t.version, t.status, t.requested_by, t.pay_day, t.period_number,
      t.other_deductions_for, t.tax_code, t.ni_letter, ${amount_fields.map((field) => `t.${field}`).join(', ')}`,
  })
  if (!row) throw notFound('Payroll confirmation')
  requireCan(can[action](row, viewer))
  return row
}

const confirm_input = z.strictObject({ id: z.uuid() })
const confirmedAnswer = z.strictObject({
  id: z.uuid(),
  status: z.literal('confirmed'),
  timesheet: z.string(),
})

/** Stores the figures as they were asked for. @throws precondition when the timesheet can no longer take them */
export const confirmPayrollOverride = verb({
  action_id: 'transaction.payroll_override.confirm',
  since: '0.1.0',
  summary: 'Confirms payroll figures out of bounds as a second person',
  machine: 'refused',
  impersonator: 'refused',
  who: who.confirm,
  input: confirm_input,
  output: confirmedAnswer,
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const waiting = await lockWaiting(context, id, 'confirm')
    const [sheet] = await timesheets.lock(context, [waiting.timesheet_id])
    const entry = { sheet: present(sheet, 'the timesheet'), figures: figuresOf(waiting) }
    const { errors, version } = present(
      (await judgeFigures(context, [entry])).get(waiting.timesheet_id),
      'the judgement',
    )
    const [fault] = Object.values(errors)
    if (fault !== undefined) throw precondition(fault)
    if (version !== waiting.version)
      throw precondition(`Timesheet ${entry.sheet.human_id} was corrected since: reject these figures`)
    const [kept] = await keepFigures(context, 'entered', [entry])
    await updateRow(tx, payroll_override, id, {
      status: 'confirmed',
      decided_by: viewer.user_id,
      decider: viewer.user_name,
      decided_at: clock.now(),
      payroll_figure_id: present(kept, 'the figures').id,
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'transaction.payroll_override',
      entity_id: id,
      old_values: { status: 'requested' },
      new_values: { status: 'confirmed', payroll_figure_id: kept?.id },
    })
    return { id, status: 'confirmed', timesheet: entry.sheet.human_id }
  },
})

const reject_input = z.strictObject({ id: z.uuid(), comment: reasonInput })

/** Stores nothing; the figures have to be entered again. */
export const rejectPayrollOverride = verb({
  action_id: 'transaction.payroll_override.reject',
  since: '0.1.0',
  summary: 'Rejects payroll figures out of bounds',
  machine: 'refused',
  impersonator: 'refused',
  who: who.reject,
  input: reject_input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('rejected') }),
  run: async (context, { id, comment }) => {
    const { tx, viewer, clock } = context
    await lockWaiting(context, id, 'reject')
    await updateRow(tx, payroll_override, id, {
      status: 'rejected',
      decided_by: viewer.user_id,
      decider: viewer.user_name,
      decided_at: clock.now(),
      decision_comment: comment,
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'transaction.payroll_override',
      entity_id: id,
      old_values: { status: 'requested' },
      new_values: { status: 'rejected', comment },
    })
    return { id, status: 'rejected' }
  },
})

/** The stored request as the form sent it. */
function figuresOf(row: Waiting): FiguresInput {
  const amounts = Object.fromEntries(amount_fields.map((field) => [field, row[field]]))
  return {
    ...(amounts as Record<(typeof amount_fields)[number], string>), // The keys are the fields above.
    pay_day: row.pay_day,
    period_number: row.period_number ?? undefined,
    other_deductions_for: row.other_deductions_for ?? undefined,
    tax_code: row.tax_code ?? undefined,
    ni_letter: row.ni_letter ?? undefined,
  }
}
