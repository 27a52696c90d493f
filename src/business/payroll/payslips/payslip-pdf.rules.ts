/**
 * A payslip as a printed page (Employment Rights Act 1996, s. 8): earnings with hours, deductions with reasons, net
 * pay, and the tax year so far. Pure; amounts are decimal text.
 */
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { formatDay, partsOf } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { displayMoney, isNegative, isZero, neg, parseMoney, sub, sum } from '#kernel/money.ts'
import { formatRate, formatUnits, rate, sumUnits, type Units4, units, unitsFromScaled } from '#kernel/rate.ts'
import type { PrintedParty } from '../../invoices/invoice-pdf.rules.ts'
import { clean, printedParty } from '../../invoices/invoice-pdf.rules.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import type { PayslipAmount, PayslipLine } from '../figures/payslip.rules.ts'
import { all_payslip_lines } from '../figures/payslip.rules.ts'
import { itemsOf, type RunItem } from './payslip-items.rules.ts'
import { type PayslipPeriod, payslipSpan } from './payslip-span.rules.ts'

type Amounts = Readonly<Record<PayslipAmount, string>>

/** A line of the pay document that was raised from the work. */
export type PrintedWork = {
  readonly timesheet: string
  readonly start_date: Day
  readonly end_date: Day
  /** Pay for this work on an earlier payslip, deducted here. */
  readonly is_former: boolean
  readonly description: string
  readonly unit_type: string | null
  readonly units: string
  readonly rate: string
  readonly amount: string
}

/** The rows behind one payslip. */
export type PrintedPayslip = Amounts & {
  readonly human_id: string
  readonly status: 'draft' | 'issued' | 'paid'
  readonly currency: CurrencyCode
  readonly pay_date: Day
  readonly period_number: number
  readonly period: PayslipPeriod
  readonly agency: PrintedParty
  readonly contractor: PrintedParty
  readonly contractor_human_id: string
  /** Null where it is not known, or the reader may not read it. */
  readonly ni_number: string | null
  /** That it was computed with; null for a bureau's payslip, or where the reader may not read them. */
  readonly used: { readonly tax_code: string; readonly ni_letter: string } | null
  readonly provider_name: string
  /** Deductions of its pay run, line by line; empty for a bureau's payslip, or where the reader may not read them. */
  readonly deducted: readonly RunItem[]
  /** Of the figures that it pays. */
  readonly other_deductions_for: string | null
  readonly work: readonly PrintedWork[]
  /** Pay without a timesheet, each with its sentence. */
  readonly besides: readonly { readonly why: string; readonly amount: string }[]
  /** Self-bills with fees that the payslip treats as pay, and the payment to each company. */
  readonly deemed: readonly { readonly self_bill: string; readonly company: string; readonly left: string }[]
  /** The holiday fund after it; null for a worker without one. */
  readonly holiday: { readonly hours: string; readonly amount: string } | null
  /** Of the same employment, this payslip among them. */
  readonly year: Amounts
  /** The payroll before; its figures of the tax year are in `year`. */
  readonly taken_over_from: string | null
}

type Row = { readonly label: string; readonly about: string; readonly value: string; readonly year: string }

/** The data of `payslip.typ`. Every value is text ready to print. */
export type PayslipPage = {
  readonly title: string
  readonly human_id: string
  readonly date: { readonly year: number; readonly month: number; readonly day: number }
  readonly employer: ReturnType<typeof printedParty>
  readonly worker: ReturnType<typeof printedParty>
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly work: readonly Readonly<Record<'what' | 'units' | 'rate' | 'amount', string>>[]
  readonly year_heading: string
  readonly pay: readonly Row[]
  readonly deductions: readonly Row[]
  readonly deducted: Row
  readonly net: Row
  readonly employer_costs: readonly Row[]
  readonly statements: readonly string[]
  readonly footer: string
}

const unit_names: Readonly<Record<string, string>> = { hourly: 'hours', daily: 'days' }

/** Hours of the work, less those paid before; null without hourly work. */
export function hoursWorked(work: readonly PrintedWork[]): Units4 | null {
  const hours = work.filter(({ unit_type }) => unit_type === 'hourly')
  return hours.length === 0 ? null : sumUnits(hours.map(signedUnits))
}

/** Credited lines are negative in their amount; their units count the same way. */
function signedUnits(line: PrintedWork): Units4 {
  const worked = units(line.units)
  const is_less = line.amount.startsWith('-') !== line.is_former
  const size = unitsFromScaled(Math.abs(worked))
  return is_less ? unitsFromScaled(-size) : size
}

function amountOfWork(line: PrintedWork, code: CurrencyCode): Money {
  const amount = parseMoney(line.amount, code)
  return line.is_former ? neg(amount) : amount
}

function workRow(line: PrintedWork, code: CurrencyCode): PayslipPage['work'][number] {
  const days = `${formatDay(line.start_date)} to ${formatDay(line.end_date)}`
  const before = line.is_former ? ', paid before' : ''
  const has_units = line.unit_type !== null && unit_names[line.unit_type] !== undefined
  const price = rate(line.rate)
  return {
    what: clean(`${line.timesheet}, ${days}: ${line.description}${before}`),
    units: has_units ? `${formatUnits(signedUnits(line))} ${unit_names[line.unit_type ?? '']}` : '',
    rate: has_units ? formatRate(rate(line.rate.replace('-', ''))) : price === 0 ? '' : formatRate(price),
    amount: displayMoney(amountOfWork(line, code)),
  }
}

/** Gross pay by its work. A rest without work is shown as such. */
function workRows(slip: PrintedPayslip): PayslipPage['work'] {
  const code = slip.currency
  const apart = slip.besides.map(({ why, amount }) => ({ why, amount: parseMoney(amount, code) }))
  const rows = [
    ...slip.work.map((line) => workRow(line, code)),
    ...apart.map(({ why, amount }) => ({
      what: clean(why),
      units: '',
      rate: '',
      amount: displayMoney(amount),
    })),
  ]
  const shown = sum(code, [
    ...slip.work.map((line) => amountOfWork(line, code)),
    ...apart.map(({ amount }) => amount),
  ])
  const rest = sub(parseMoney(slip.gross_pay, code), shown)
  return isZero(rest)
    ? rows
    : [
        ...rows,
        { what: rows.length === 0 ? 'Pay' : 'Other pay', units: '', rate: '', amount: displayMoney(rest) },
      ]
}

function facts(slip: PrintedPayslip): PayslipPage['facts'] {
  const period = payslipSpan(slip.period, slip.period_number, slip.pay_date)
  const worked = hoursWorked(slip.work)
  return [
    { label: 'Payslip', value: slip.human_id },
    { label: 'Pay date', value: formatDay(slip.pay_date) },
    { label: 'Pay period', value: period.name },
    { label: 'From', value: formatDay(period.start_date) },
    { label: 'To', value: formatDay(period.end_date) },
    { label: 'Worker', value: slip.contractor_human_id },
    ...(slip.ni_number ? [{ label: 'NI number', value: clean(slip.ni_number) }] : []),
    ...(slip.used === null
      ? []
      : [
          { label: 'Tax code', value: clean(slip.used.tax_code) },
          { label: 'NI letter', value: clean(slip.used.ni_letter) },
        ]),
    ...(worked === null ? [] : [{ label: 'Hours paid', value: formatUnits(worked) }]),
  ]
}

function statements(slip: PrintedPayslip): string[] {
  const net = parseMoney(slip.net_pay, slip.currency)
  return [
    ...(slip.status === 'draft' ? ['This is a draft: the payslip is not issued yet.'] : []),
    ...(slip.work.some(({ is_former }) => is_former)
      ? ['Corrected work is paid in full, less the amount paid for it before.']
      : []),
    ...(isNegative(net) ? ['You were overpaid before. This payslip takes the difference off.'] : []),
    ...slip.deemed.map(
      ({ self_bill, company, left }) =>
        `Deemed payment inside IR35: tax and National Insurance are deducted from the fee of self-bill ${clean(self_bill)}. ${clean(company)} is paid ${displayMoney(parseMoney(left, slip.currency))} of it, with VAT.`,
    ),
    ...(slip.holiday === null
      ? []
      : [
          `Holiday held for you after this payslip: ${formatUnits(units(slip.holiday.hours))} hours and ${displayMoney(parseMoney(slip.holiday.amount, slip.currency))}.`,
        ]),
    ...(slip.taken_over_from === null
      ? []
      : [`The tax year includes your pay and deductions by ${clean(slip.taken_over_from)}.`]),
    `Payroll is run by ${clean(slip.provider_name)}. Year-to-date figures are for this employment only.`,
  ]
}

/** The data of the template. */
export function payslipPage(slip: PrintedPayslip): PayslipPage {
  const code = slip.currency
  const { year, month, date } = partsOf(slip.pay_date)
  const lines = (part: PayslipLine['part']) =>
    all_payslip_lines.filter(
      (line) => line.part === part && !(isNil(slip[line.field]) && isNil(slip.year[line.field])),
    )
  const isNil = (text: string) => isZero(parseMoney(text, code))
  const shown = (text: string) => displayMoney(parseMoney(text, code))
  const row = ({ field, label, sentence }: PayslipLine): Row => ({
    label,
    about:
      field === 'other_deductions' && slip.other_deductions_for ? clean(slip.other_deductions_for) : sentence,
    value: shown(slip[field]),
    year: shown(slip.year[field]),
  })
  /** Each variable deduction with its purpose, and pay given up apart from contributions. */
  const itemised = (line: PayslipLine): Row[] => {
    const whole = row(line)
    const items = itemsOf(slip.deducted, line.field, parseMoney(slip[line.field], code))
    const rows = items.map(({ name, amount, why }) => ({
      ...{ label: clean(name), about: clean(why), year: '' },
      value: displayMoney(amount),
    }))
    if (rows.length === 0) return [whole]
    const [only, ...more] = rows
    if (only && more.length === 0) return [{ ...only, year: whole.year }]
    return [...rows, { ...whole, label: `${whole.label} in all`, value: '' }]
  }
  const named = (field: PayslipAmount) => all_payslip_lines.filter((line) => line.field === field).map(row)
  const taken = lines('deduction')
  const total = (of: Amounts) =>
    displayMoney(
      sum(
        code,
        taken.map(({ field }) => parseMoney(of[field], code)),
      ),
    )
  return {
    title: 'Payslip',
    human_id: slip.human_id,
    date: { year, month, day: date },
    employer: printedParty('Paid by', { ...slip.agency, vat_number: null }),
    worker: printedParty('Paid to', slip.contractor),
    facts: facts(slip),
    work: workRows(slip),
    year_heading: `Tax year since ${formatDay(taxYearStart(slip.pay_date))}`,
    pay: [...named('gross_pay'), ...lines('included').map(row)],
    deductions: taken.flatMap(itemised),
    deducted: { label: 'Total deductions', about: '', value: total(slip), year: total(slip.year) },
    net: present(named('net_pay')[0], 'the line of net pay'),
    employer_costs: lines('employer').map(row),
    statements: statements(slip),
    footer: clean(slip.agency.business_name),
  }
}
