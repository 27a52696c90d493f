/** Payroll's figures onto their timesheets, and the documents that waited for them. */

import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { day } from '#kernel/day.ts'
import { currency, formatMoney, isNegative, zero } from '#kernel/money.ts'
import type { BookDays } from '#kernel/money-day.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { grossMismatch } from '../../invoices/invoice-set-plan.rules.ts'
import type { WorkUnits } from '../../invoices/read-work.server.ts'
import { readUnits } from '../../invoices/read-work.server.ts'
import { bookDays } from '../../parties/books-begin.server.ts'
import { paymentTypeSql } from '../../shared/payment-type.rules.ts'
import { settleRaised } from '../../timesheets/decide-timesheets.server.ts'
import type { TimesheetRow } from '../../timesheets/timesheet-records.server.ts'
import { nearestYear } from '../years/tax-years.rules.ts'
import type { PayrollSheet } from './payroll-adjustment.rules.ts'
import { changesOf, knownOn, payDayFault } from './payroll-adjustment.rules.ts'
import { readPayrollSheets } from './payroll-adjustment.server.ts'
import { type FigureFault, payrollFigureFaults } from './payroll-bounds.rules.ts'
import { boundFacts, readBirths, readTaxToDate } from './payroll-bounds.server.ts'
import { payroll_figure } from './payroll-figure.entity.ts'
import { amountTexts, type Figures, readFigures } from './payroll-figure.rules.ts'
import type { FiguresInput } from './payroll-input.server.ts'
import { statedFaults, statedTexts } from './stated-facts.rules.ts'

export const keptAnswer = z.strictObject({
  id: z.uuid(),
  timesheet_id: z.uuid(),
  human_id: z.string(),
  status: z.string(),
})
export type Kept = z.infer<typeof keptAnswer>
export type Entry = { readonly sheet: TimesheetRow; readonly figures: FiguresInput }

/** Faults by field that nobody overrides, and figures out of bounds. */
export type Judged = {
  readonly errors: Readonly<Record<string, string>>
  readonly faults: readonly FigureFault[]
  readonly figures: Figures
  /** Of the timesheet. */
  readonly version: number
}

/** The faults of figures that are to be stored at once, by timesheet and field. */
export async function figureErrors(
  context: VerbContext,
  entries: readonly Entry[],
): Promise<Map<string, Record<string, string>>> {
  const wrong = new Map<string, Record<string, string>>()
  for (const [id, { errors, faults }] of await judgeFigures(context, entries)) {
    const sentences = Object.fromEntries(faults.map(({ field, sentence }) => [field, sentence]))
    const found = { ...sentences, ...errors }
    if (Object.keys(found).length > 0) wrong.set(id, found)
  }
  return wrong
}

export async function judgeFigures(
  context: VerbContext,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, Judged>> {
  const { tx } = context
  const days = await bookDays(context)
  const ids = entries.map(({ sheet }) => sheet.id)
  const units = Map.groupBy(await readUnits(tx, ids), (one) => one.timesheet_id)
  const paye = new Set(
    (
      await tx.rows<{ id: string }>(
        `select t.id from transaction.timesheet t join contract.contract c on c.id = t.contract_id
         where t.id = any ($1) and ${paymentTypeSql('c')} = 'paye'`,
        [ids],
      )
    ).map((row) => row.id),
  )
  const of_payroll = await readPayrollSheets(tx, ids)
  const births = await readBirths(tx, ids)
  const calculated = await readCalculated(tx, ids)
  const judged = new Map<string, Judged>()
  for (const { sheet, figures: entry } of entries) {
    const found = {
      of_payroll: present(of_payroll.get(sheet.id), 'the timesheet as payroll finds it'),
      worked: units.get(sheet.id) ?? [],
      is_paye: paye.has(sheet.id),
      is_calculated: calculated.has(sheet.id),
      days,
    }
    const errors = errorsOf(sheet, entry, found)
    const { is_reduction, version } = found.of_payroll
    const known_on = knownOn(found.of_payroll, day(sheet.end_date))
    const { figures } = readFigures(entry, currency(sheet.currency), known_on, is_reduction)
    const is_readable = Object.keys(errors).length === 0
    const born = births.get(sheet.id) ?? null
    const faults = is_readable ? await faultsOf(tx, sheet, figures, day(entry.pay_day), found, born) : []
    judged.set(sheet.id, { errors, faults, figures, version })
  }
  return judged
}

async function faultsOf(
  tx: Tx,
  sheet: TimesheetRow,
  figures: Figures,
  pay_day: Day,
  { of_payroll, worked }: Found,
  born: Day | null,
): Promise<readonly FigureFault[]> {
  const code = currency(sheet.currency)
  const { is_reduction } = of_payroll
  // Only a refund is measured by it.
  const tax_to_date = isNegative(figures.income_tax) ? await readTaxToDate(tx, sheet, pay_day) : zero(code)
  const given = { year: nearestYear(pay_day), is_reduction, tax_to_date }
  return payrollFigureFaults(figures, boundFacts(sheet, worked, born, given), code)
}

type Found = {
  readonly of_payroll: PayrollSheet
  readonly worked: readonly WorkUnits[]
  readonly is_paye: boolean
  /** A pay run pays it. */
  readonly is_calculated: boolean
  readonly days: BookDays
}

function errorsOf(
  sheet: TimesheetRow,
  figures: FiguresInput,
  { of_payroll, worked, is_paye, is_calculated, days }: Found,
): Record<string, string> {
  if (!is_paye) return { timesheet_id: `Timesheet ${sheet.human_id} is not of a PAYE contractor` }
  if (is_calculated)
    return {
      timesheet_id: `Timesheet ${sheet.human_id} is paid by a pay run of its employer, and not by figures`,
    }
  if (sheet.status === 'approved')
    return { timesheet_id: `Timesheet ${sheet.human_id} is invoiced already: correct it by a refinement` }
  if (sheet.held_by !== null)
    return { timesheet_id: `Timesheet ${sheet.human_id} is put in suspense by hand: release it first` }
  if (sheet.status === 'cancelled') return { timesheet_id: `Timesheet ${sheet.human_id} is cancelled` }
  const code = currency(sheet.currency)
  const known_on = knownOn(of_payroll, day(sheet.end_date))
  const { errors: wrong } = readFigures(figures, code, known_on, of_payroll.is_reduction)
  const errors = { ...wrong, ...(wrong.pay_day ? {} : statedFaults(figures, day(figures.pay_day))) }
  const too_early = errors.pay_day ? null : payDayFault(of_payroll, day(figures.pay_day), days)
  if (too_early !== null) errors.pay_day = too_early
  // Until it is approved the time may still change; raising asks again.
  if (Object.keys(errors).length > 0 || sheet.status !== 'suspense') return errors
  const mismatch = grossMismatch(figures, worked, code)
  return typeof mismatch === 'string' ? { gross_pay: mismatch } : {}
}

/** Stores figures within the bounds, or accepted by a second person, and raises work that waited in suspense. */
export async function keepFigures(
  context: VerbContext,
  source: 'entered' | 'imported' | 'engine',
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
    return {
      ...amountTexts(read),
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
      // Figures of the engine are judged by the payslip, in the checks of their run.
      is_judged: source !== 'engine',
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

/** Timesheets of employers whose pay is calculated; figures of their workers come from pay runs alone (decision 0065). */
async function readCalculated(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(
    `select t.id from transaction.timesheet t join contract.contract c on c.id = t.contract_id where t.id = any ($1)
       and exists (select from business.paye_scheme s where s.agency_id = t.agency_id and s.source = 'engine')
       and not exists (select from business.paye_scheme s
         join business.employment e on e.paye_scheme_id = s.id and e.contractor_id = t.contractor_id and e.deleted_at is null
           and e.start_date <= t.end_date and coalesce(e.leave_date, t.start_date) >= t.start_date
         where s.agency_id = t.agency_id and s.source = 'bureau' and (c.paye_scheme_id is null or c.paye_scheme_id = s.id))`,
    [ids],
  )
  return new Set(rows.map((row) => row.id))
}

export const besidesAmounts = (figures: FiguresInput) => ({
  pay_day: figures.pay_day,
  period_number: figures.period_number ?? null,
  other_deductions_for: figures.other_deductions_for || null,
  ...statedTexts(figures, day(figures.pay_day)),
})

async function currencyIds(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<{ alpha_code: string; id: string }>(
    'select alpha_code, id from platform.currency',
  )
  return new Map(rows.map((row) => [row.alpha_code, row.id]))
}
