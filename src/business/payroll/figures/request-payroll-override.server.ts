import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { conflict, invalid, precondition } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { timesheets } from '../../timesheets/timesheet-records.server.ts'
import { besidesAmounts, judgeFigures } from './keep-figures.server.ts'
import { amountTexts, together } from './payroll-figure.rules.ts'
import { figuresInput } from './payroll-input.server.ts'
import { payroll_override } from './payroll-override.entity.ts'

const input = z.strictObject({ timesheet_id: z.uuid(), ...figuresInput, reason: moneyReasonInput })

const requestedAnswer = z.strictObject({
  id: z.uuid(),
  timesheet_id: z.uuid(),
  human_id: z.string(),
  status: z.literal('requested'),
})

/**
 * Asks a colleague to confirm figures that are out of bounds. Nothing is stored on the timesheet before.
 * @throws precondition for figures within the bounds, conflict while others of the timesheet wait
 */
export const requestPayrollOverride = verb({
  action_id: 'transaction.payroll_override.request',
  since: '0.1.0',
  summary: 'Asks a colleague to confirm payroll figures out of bounds',
  machine: 'refused',
  impersonator: 'refused',
  who: { provider: provider_staff },
  input,
  output: requestedAnswer,
  run: async (context, { timesheet_id, reason, ...figures }) => {
    const { tx, viewer, clock } = context
    const [sheet] = await timesheets.lock(context, [timesheet_id])
    const { id: sheet_id, human_id } = present(sheet, 'the timesheet')
    const entry = { sheet: present(sheet, 'the timesheet'), figures }
    const {
      errors,
      faults,
      version,
      figures: read,
    } = present((await judgeFigures(context, [entry])).get(sheet_id), 'the judgement')
    if (errors[together]) throw precondition(errors[together])
    if (Object.keys(errors).length > 0) throw invalid(errors)
    if (faults.length === 0) throw precondition('These figures are within the bounds: save them')
    const id = newUuid(clock)
    const said = faults.map(({ sentence }) => sentence).join('; ')
    const written = await insertRow(
      tx,
      payroll_override,
      {
        ...amountTexts(read),
        ...besidesAmounts(figures),
        id,
        timesheet_id,
        version,
        faults: said,
        reason,
        currency_id: await currencyId(context, entry.sheet.currency),
        provider_id: entry.sheet.provider_id,
        agency_id: entry.sheet.agency_id,
        contractor_id: entry.sheet.contractor_id,
        requested_by: viewer.user_id,
        requester: viewer.user_name,
        decided_by: null,
        decider: null,
        decided_at: null,
        decision_comment: null,
        payroll_figure_id: null,
        created_at: clock.now(),
        updated_at: clock.now(),
      },
      `on conflict (timesheet_id) where status = 'requested' do nothing`,
    )
    if (written === 0) throw conflict(`Other figures of ${human_id} wait for a colleague already`)
    context.audit({
      entity: 'transaction.payroll_override',
      entity_id: id,
      new_values: { timesheet_id, status: 'requested', faults: said, reason, ...amountTexts(read) },
    })
    return { id, timesheet_id, human_id, status: 'requested' as const }
  },
})
