import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { timesheets } from '../../timesheets/timesheet-records.server.ts'
import type { Entry } from './keep-figures.server.ts'
import { figureErrors, keepFigures } from './keep-figures.server.ts'
import { together } from './payroll-figure.rules.ts'
import { figuresObject } from './payroll-input.server.ts'

const input = z.strictObject({
  rows: z
    .array(figuresObject.extend({ timesheet: z.string().trim().min(1, { error: validationText.required }) }))
    .min(1, { error: validationText.required })
    .max(2000, { error: validationText.max }),
})

const output = z.strictObject({
  figures: z.array(
    z.strictObject({ id: z.uuid(), timesheet_id: z.uuid(), human_id: z.string(), status: z.string() }),
  ),
})

/**
 * The result of a payroll run: figures by the timesheets' human ids, all rows or none, so that a file that was cut in
 * the middle leaves nothing behind. @throws invalid with a message under each row that is wrong (`rows.3.net_pay`)
 */
export const importPayrollFigures = verb({
  action_id: 'transaction.payroll_figure.import',
  since: '0.1.0',
  summary: 'Records the figures of a payroll run, all rows or none',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output,
  run: async (context, { rows }) => {
    const { tx, viewer } = context
    const params: unknown[] = [rows.map((row) => row.timesheet.toUpperCase())]
    const visible = visibleSql('transaction.timesheet', viewer, 't', params)
    const found = await tx.rows<{ id: string }>(
      `select t.id from transaction.timesheet t where t.human_id = any ($1) and ${visible}`,
      params,
    )
    const sheets = await timesheets.lockVisible(
      context,
      found.map((row) => row.id),
    )
    const by_human_id = new Map(sheets.map((sheet) => [sheet.human_id, sheet]))
    const errors: Record<string, string> = {}
    const row_of = new Map<string, number>()
    const entries = rows.flatMap(({ timesheet, ...figures }, i): Entry[] => {
      const sheet = by_human_id.get(timesheet.toUpperCase())
      if (!sheet) errors[`rows.${i}.timesheet`] = 'Timesheet not found'
      else if (row_of.has(sheet.id)) errors[`rows.${i}.timesheet`] = validationText.duplicate_value
      if (!sheet || row_of.has(sheet.id)) return []
      row_of.set(sheet.id, i)
      return [{ sheet, figures }]
    })
    for (const [id, wrong] of await figureErrors(context, entries)) {
      for (const [field, message] of Object.entries(wrong)) {
        const place = field === together ? '' : `.${field === 'timesheet_id' ? 'timesheet' : field}`
        errors[`rows.${row_of.get(id)}${place}`] = message
      }
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    return { figures: await keepFigures(context, 'imported', entries) }
  },
})
