import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { day, formatDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { toNumericText, units } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRows, updateRow } from '#server/write-row.server.ts'
import { dayInput } from '../parties/party-input.server.ts'
import { loadVersions } from '../rates/load-versions.server.ts'
import { compareRateNames, rateOn } from '../rates/rate-version.rules.ts'
import { dateMessage } from '../rates/units.rules.ts'
import { printed } from '../shared/printed-input.server.ts'
import { availabilities } from './days/day-marks.rules.ts'
import { timesheet_detail } from './timesheet.entity.ts'
import { who } from './timesheet.rules.ts'
import { type TimesheetRow, timesheets } from './timesheet-records.server.ts'
import { readMarks } from './write-timesheet-details.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  date: dayInput,
  /** Absent: the worker was available. */
  availability: z.enum(availabilities.map(({ value }) => value)).optional(),
  /** Absent: nothing is said. */
  description: printed(
    z
      .string()
      .trim()
      .max(500, { error: validationText.max_length(500) }),
  ).optional(),
})

/** Marks a day as an absence, or describes its work; without both, the marks are removed. The time stays. */
export const noteDay = verb({
  action_id: 'transaction.timesheet.note_day',
  since: '0.1.0',
  summary: 'Says why nobody worked on a day of a timesheet, or what was done',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.save_draft,
  input,
  output: z.strictObject({ id: z.uuid(), date: z.iso.date() }),
  run: async (context, { id, date, availability = null, description }) => {
    const [locked] = await timesheets.lockFor(context, 'save_draft', [id])
    const sheet = present(locked, 'the timesheet')
    const cells = (await readMarks(context, id)).filter((cell) => cell.date === date)
    if (availability !== null && cells.some((cell) => units(String(cell.units)) !== 0))
      throw invalid({ availability: 'There is time on this day: take it off first' })
    const marks = { availability, description: description || null }
    await markDay(context, sheet, date, { cells, marks })
    const words = availabilities.find(({ value }) => value === availability)?.label
    const said = [words, marks.description].filter(Boolean).join(': ')
    await timesheets.recordSteps(context, 'note_day', [
      {
        row: sheet,
        new_status: sheet.status,
        message: `${formatDay(day(date))}: ${said || 'no note'}`,
        new_values: { date, ...marks },
      },
    ])
    return { id, date }
  },
})

type Marks = Pick<Awaited<ReturnType<typeof readMarks>>[number], 'availability' | 'description'>

/** The first cell of the day holds its marks; a day without time gets a cell of none. */
async function markDay(
  context: VerbContext,
  sheet: TimesheetRow,
  date: string,
  {
    cells: [first, ...others],
    marks,
  }: { readonly cells: Awaited<ReturnType<typeof readMarks>>; readonly marks: Marks },
): Promise<void> {
  const { tx, clock } = context
  const at = clock.now()
  const is_blank = marks.availability === null && marks.description === null
  if (first) {
    const is_empty = units(String(first.units)) === 0
    await updateRow(tx, timesheet_detail, first.id, {
      ...marks,
      updated_at: at,
      ...(is_blank && is_empty ? { deleted_at: at } : {}),
    })
    for (const { id } of others)
      await updateRow(tx, timesheet_detail, id, { availability: null, description: null, updated_at: at })
    return
  }
  if (!is_blank) await insertEmpty(context, sheet, date, marks)
}

async function insertEmpty(
  context: VerbContext,
  sheet: TimesheetRow,
  date: string,
  marks: Marks,
): Promise<void> {
  const on = day(date)
  const placement_end = sheet.placement_end === null ? null : day(sheet.placement_end)
  const outside = dateMessage(on, {
    period: { start_date: day(sheet.start_date), end_date: day(sheet.end_date) },
    placement: { start_date: day(sheet.placement_start), end_date: placement_end },
  })
  if (outside !== null) throw invalid({ date: outside })
  const versions = await loadVersions(context.tx, sheet.contract_id)
  const groups = [...versions]
    .sort((a, b) => compareRateNames(a.name, b.name))
    .map(({ group_id }) => group_id)
  const pair = groups
    .map((group_id) => ({
      contractor: rateOn(versions, group_id, 'contractor_rate', on),
      client: rateOn(versions, group_id, 'client_rate', on),
    }))
    .find(({ contractor, client }) => contractor !== null && client !== null)
  if (!pair?.contractor || !pair.client)
    throw invalid({ date: `There is no rate in force on ${formatDay(on)}` })
  const { contractor, client } = pair
  const { provider_id, agency_id, client_id, contractor_id, funder_id } = sheet
  const at = context.clock.now()
  await insertRows(context.tx, timesheet_detail, [
    {
      id: newUuid(context.clock),
      timesheet_id: sheet.id,
      date,
      rate_name: contractor.name,
      group_id: contractor.group_id,
      units: '0',
      unit_type: contractor.value_text,
      unit_fraction: null,
      contractor_rate_id: contractor.id,
      client_rate_id: client.id,
      contractor_rate: toNumericText(contractor.value_numeric),
      client_rate: toNumericText(client.value_numeric),
      ...marks,
      ...{ provider_id, agency_id, client_id, contractor_id, funder_id },
      created_at: at,
      updated_at: at,
    },
  ])
}
