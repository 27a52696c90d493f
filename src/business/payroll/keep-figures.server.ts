/** Payroll's figures onto their timesheets, and the documents that waited for them. */

import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import { currency, formatMoney } from '#kernel/money.ts'
import type { BookDays } from '#kernel/money-day.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { grossMismatch } from '../invoices/invoice-set-plan.rules.ts'
import type { WorkUnits } from '../invoices/read-work.server.ts'
import { readUnits } from '../invoices/read-work.server.ts'
import { bookDays } from '../parties/books-begin.server.ts'
import { settleRaised } from '../timesheets/decide-timesheets.server.ts'
import type { TimesheetRow } from '../timesheets/timesheet-records.server.ts'
import type { PayrollSheet } from './payroll-adjustment.rules.ts'
import { changesOf, knownOn, payDayFault } from './payroll-adjustment.rules.ts'
import { readPayrollSheets } from './payroll-adjustment.server.ts'
import { payroll_figure } from './payroll-figure.entity.ts'
import { amount_fields, readFigures } from './payroll-figure.rules.ts'
import type { FiguresInput } from './payroll-input.server.ts'

export type Kept = {
  readonly id: string
  readonly timesheet_id: string
  readonly human_id: string
  readonly status: string
}
export type Entry = { readonly sheet: TimesheetRow; readonly figures: FiguresInput }

/** The faults of these figures, by field. */
export async function figureErrors(
  context: VerbContext,
  entries: readonly Entry[],
): Promise<Map<string, Record<string, string>>> {
  const { tx } = context
  const days = await bookDays(context)
  const ids = entries.map(({ sheet }) => sheet.id)
  const units = Map.groupBy(await readUnits(tx, ids), (one) => one.timesheet_id)
  const paye = new Set(
    (
      await tx.rows<{ id: string }>(
        `select t.id from transaction.timesheet t join business.business k on k.id = t.contractor_id
         where t.id = any ($1) and k.payment_type = 'paye'`,
        [ids],
      )
    ).map((row) => row.id),
  )
  const of_payroll = await readPayrollSheets(tx, ids)
  const wrong = new Map<string, Record<string, string>>()
  for (const { sheet, figures } of entries) {
    const found = {
      of_payroll: present(of_payroll.get(sheet.id), 'the timesheet as payroll finds it'),
      worked: units.get(sheet.id) ?? [],
      is_paye: paye.has(sheet.id),
      days,
    }
    const errors = errorsOf(sheet, figures, found)
    if (Object.keys(errors).length > 0) wrong.set(sheet.id, errors)
  }
  return wrong
}

type Found = {
  readonly of_payroll: PayrollSheet
  readonly worked: readonly WorkUnits[]
  readonly is_paye: boolean
  readonly days: BookDays
}

function errorsOf(
  sheet: TimesheetRow,
  figures: FiguresInput,
  { of_payroll, worked, is_paye, days }: Found,
): Record<string, string> {
  if (!is_paye) return { timesheet_id: `Timesheet ${sheet.human_id} is not of a PAYE contractor` }
  if (sheet.status === 'approved')
    return { timesheet_id: `Timesheet ${sheet.human_id} is invoiced already: correct it by a refinement` }
  if (sheet.status === 'cancelled') return { timesheet_id: `Timesheet ${sheet.human_id} is cancelled` }
  const code = currency(sheet.currency)
  const known_on = knownOn(of_payroll, day(sheet.end_date))
  const { errors } = readFigures(figures, code, known_on, of_payroll.is_reduction)
  const too_early = errors.pay_day ? null : payDayFault(of_payroll, day(figures.pay_day), days)
  if (too_early !== null) errors.pay_day = too_early
  // Until it is approved the time may still change; raising asks again.
  if (Object.keys(errors).length > 0 || sheet.status !== 'suspense') return errors
  const mismatch = grossMismatch(figures, worked, code)
  return typeof mismatch === 'string' ? { gross_pay: mismatch } : {}
}

/** Stores figures that `figureErrors` accepted and raises work that waited in suspense. */
export async function keepFigures(
  context: VerbContext,
  source: 'entered' | 'imported',
  entries: readonly Entry[],
): Promise<Kept[]> {
  const { tx, viewer, clock } = context
  const at = clock.now()
  const ids = entries.map(({ sheet }) => sheet.id)
  const of_payroll = await readPayrollSheets(tx, ids)
  // Figures of earlier versions stay: they were paid.
  await tx.run(
    `update transaction.payroll_figure f set deleted_at = $2, updated_at = $2 from transaction.timesheet t
     where t.id = any ($1) and f.timesheet_id = t.id and f.version = t.version and f.deleted_at is null`,
    [ids, at],
  )
  const currency_of = await currencyIds(tx)
  const rows = entries.map(({ sheet, figures }) => {
    const { provider_id, agency_id, client_id, contractor_id, funder_id } = sheet
    const found = present(of_payroll.get(sheet.id), 'the timesheet as payroll finds it')
    const { version, refinement_id, is_reduction } = found
    const code = currency(sheet.currency)
    const read = readFigures(figures, code, knownOn(found, day(sheet.end_date)), is_reduction).figures
    const changes = changesOf(found, read, code)
    const amounts = Object.fromEntries(amount_fields.map((field) => [field, formatMoney(read[field])]))
    return {
      ...(amounts as Record<(typeof amount_fields)[number], string>), // The keys are the fields above.
      id: newUuid(clock),
      timesheet_id: sheet.id,
      provider_id,
      agency_id,
      client_id,
      contractor_id,
      funder_id,
      currency_id: currency_of.get(sheet.currency) ?? '',
      source,
      ...besidesAmounts(figures),
      version,
      refinement_id,
      is_reduction,
      payslip_id: null,
      gross_change: changes && formatMoney(changes.gross_change),
      net_change: changes && formatMoney(changes.net_change),
      cost_change: changes && formatMoney(changes.cost_change),
      created_by: viewer.user_id,
      created_at: at,
      updated_at: at,
    }
  })
  await insertRows(tx, payroll_figure, rows)
  for (const row of rows) {
    context.audit({
      entity: 'transaction.payroll_figure',
      entity_id: row.id,
      new_values: {
        timesheet_id: row.timesheet_id,
        source,
        gross_pay: row.gross_pay,
        net_pay: row.net_pay,
        ...(row.gross_change === null ? {} : { gross_change: row.gross_change, net_change: row.net_change }),
      },
    })
  }
  const waiting = entries.map(({ sheet }) => sheet).filter((sheet) => sheet.status === 'suspense')
  const settled = waiting.length === 0 ? [] : await settleRaised(context, 'raise', waiting, null)
  const status_of = new Map<string, string>(settled.map((one) => [one.id, one.status]))
  return rows.map((row, i) => {
    const sheet = entries[i]?.sheet
    return {
      id: row.id,
      timesheet_id: row.timesheet_id,
      human_id: sheet?.human_id ?? '',
      status: status_of.get(row.timesheet_id) ?? sheet?.status ?? '',
    }
  })
}

const besidesAmounts = ({ pay_day, period_number, other_deductions_for }: FiguresInput) => ({
  pay_day,
  period_number: period_number ?? null,
  other_deductions_for: other_deductions_for || null,
})

async function currencyIds(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<{ alpha_code: string; id: string }>(
    'select alpha_code, id from platform.currency',
  )
  return new Map(rows.map((row) => [row.alpha_code, row.id]))
}
