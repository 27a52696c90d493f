/** The due work of payroll, by day (payroll-run, screens). Pure. */
import { labelIn } from '#entity/choices.ts'
import { addDays, addMonths, type Day, dayOf, formatDay, partsOf } from '#kernel/day.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { payroll_payment_kinds } from '../../payments/creditors/payroll-payment.entity.ts'
import { taxYearName, taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { birthday, pensionDay, suggestLetter } from '../employment/ni-letter.rules.ts'
import { payPeriod, taxMonth } from '../engine/pay-period.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'

/** Of a PAYE scheme. */
type OfScheme = { readonly scheme_id: string }

export type Named = OfScheme & { readonly employment_id: string; readonly worker: string }

export type DueFacts = {
  readonly schemes: readonly {
    readonly id: string
    readonly employer: string
    readonly reference: string
    /** Approved work that no run under way takes. */
    readonly waiting_timesheets: number
    readonly asked_holidays: number
    /** Why the last tax month needs an Employer Payment Summary; none after one that left. */
    readonly summary_for: readonly ('no_pay' | 'statutory' | 'allowance' | 'levy' | 'cis')[]
    /** Employments without a P60 of the tax year that ended. */
    readonly missing_p60s: number
    /** Employments that go on after 5 April without a code of the new year. */
    readonly codes_to_enter: number
  }[]
  readonly runs: readonly (OfScheme & {
    readonly id: string
    readonly human_id: string
    readonly status: 'open' | 'calculated' | 'checked' | 'approved' | 'paid'
    readonly pay_day: Day
    readonly stop_count: number
    readonly warning_count: number
    /** The Full Payment Submission left, or was filed outside. */
    readonly is_reported: boolean
  })[]
  /** Summed by kind and day. */
  readonly payments: readonly (OfScheme & {
    readonly kind: string
    readonly due_date: Day
    readonly count: number
    readonly amount: Pence
    /** The payment, where it is one alone. */
    readonly payment_id: string | null
  })[]
  readonly leavers: readonly (Named & { readonly leave_date: Day })[]
  /** Workers with a birthday around today that changes the letter of others. */
  readonly birthdays: readonly (Named & { readonly born: Day; readonly letter: string })[]
  /** Warned of by a run (N05), and not enrolled, postponed or opted out since. */
  readonly to_enrol: readonly (Named & { readonly pay_day: Day })[]
}

export type DueRow = OfScheme & {
  /** Null for work without a day of its own. */
  readonly due: Day | null
  readonly what: string
  readonly action: string
  readonly path: string
  readonly id: string | null
  /** The tab of the record; absent for its details. */
  readonly tab?: string
}

/** Days ahead that the page looks at. */
export const AHEAD = 31
/** Days back in which a birthday without a new letter still shows. */
export const BEHIND = 60
/** Days of a P45 that is not given yet. */
export const LEAVERS = 120

const run_steps = { open: 'Calculate', calculated: 'Answer the checks', checked: 'Approve' } as const
const SUMMARY_DAY = 19
const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

/** The tax month before that of `today`, and the last day for its summary. */
export function lastTaxMonth(today: Day) {
  const { tax_year, period_number } = payPeriod(today, 'month')
  const of =
    period_number === 1
      ? { tax_year: tax_year - 1, tax_month: 12 }
      : { tax_year, tax_month: period_number - 1 }
  const { from, to } = taxMonth(of.tax_year, of.tax_month)
  const { year, month } = partsOf(to)
  return { ...of, from, to, due: dayOf(year, month, SUMMARY_DAY) }
}

const FEBRUARY = 2
/** From February until the tax year ends, the first day of the next one; null in other months. */
export function newCodesFrom(today: Day): Day | null {
  const next = addMonths(taxYearStart(today), 12)
  return today >= dayOf(partsOf(next).year, FEBRUARY, 1) ? next : null
}

/** In April and May, the tax year that ended; null in other months. */
export function formsOf(today: Day): { readonly tax_year: number; readonly due: Day } | null {
  const { year } = partsOf(taxYearStart(today))
  const due = dayOf(year, 5, 31)
  return today <= due ? { tax_year: year - 1, due } : null
}

function runRows({ scheme_id, id, human_id, status, pay_day, ...run }: DueFacts['runs'][number]): DueRow[] {
  const to = { scheme_id, due: pay_day, path: 'paye/pay_run', id }
  if (status === 'approved' || status === 'paid')
    return run.is_reported
      ? []
      : [{ ...to, what: `Full Payment Submission of pay run ${human_id}`, action: 'Report to HMRC' }]
  const found = [
    ...(run.stop_count > 0 ? [counted(run.stop_count, 'stop', 'stops')] : []),
    ...(run.warning_count > 0 ? [counted(run.warning_count, 'warning', 'warnings')] : []),
  ]
  return [
    { ...to, what: [`Pay run ${human_id} is ${status}`, ...found].join(', '), action: run_steps[status] },
  ]
}

/** More late returns than these are one row. */
const RETURNS_SHOWN = 3

/** Late returns of a scheme together, where they are many: the list of runs has each. */
function joinedReturns(
  runs: DueFacts['runs'],
  today: Day,
): { readonly rows: DueRow[]; readonly others: DueFacts['runs'] } {
  const isLate = ({ status, is_reported, pay_day }: DueFacts['runs'][number]) =>
    (status === 'approved' || status === 'paid') && !is_reported && pay_day < today
  const many = [...Map.groupBy(runs.filter(isLate), ({ scheme_id }) => scheme_id)].filter(
    ([, of]) => of.length > RETURNS_SHOWN,
  )
  const joined = new Set(many.flatMap(([, of]) => of.map(({ id }) => id)))
  return {
    rows: many.map(([scheme_id, of]) => ({
      ...{ scheme_id, due: of.map(({ pay_day }) => pay_day).toSorted()[0] ?? today },
      what: `Full Payment Submissions of ${of.length} pay runs`,
      ...{ action: 'Open the pay runs', path: 'paye/pay_run', id: null },
    })),
    others: runs.filter(({ id }) => !joined.has(id)),
  }
}

function paymentRow(one: DueFacts['payments'][number]): DueRow {
  const { scheme_id, kind, due_date, count, amount, payment_id } = one
  const of = count === 1 ? '' : ` in ${count} payments`
  return {
    ...{ scheme_id, due: due_date },
    what: `${labelIn(payroll_payment_kinds, kind)}: ${displayMoney(money(amount, GBP))}${of}`,
    action: count === 1 ? 'Open the payment' : 'Open the payments',
    ...{ path: 'paye/payroll_payment', id: payment_id },
  }
}

const pension_age = ['C', 'S', 'K', 'X']

/** The birthday that changes the letter by age, where the letter in force is that of the age before. */
function letterRow({
  scheme_id,
  employment_id,
  worker,
  born,
  letter,
}: DueFacts['birthdays'][number]): DueRow[] {
  return [birthday(born, 16), birthday(born, 21), pensionDay(born)].flatMap((due) => {
    const [before, next] = [suggestLetter(born, addDays(due, -1)), suggestLetter(born, due)]
    const is_right = next === 'C' ? pension_age.includes(letter) : before !== letter
    if (next === null || is_right) return []
    const what = `${worker}: NI letter ${next} from ${formatDay(due)}, not ${letter}`
    return [
      {
        scheme_id,
        due,
        what,
        action: 'Enter the letter',
        path: 'paye/employment',
        id: employment_id,
        tab: 'ni',
      },
    ]
  })
}

const reasons = {
  no_pay: 'nobody was paid',
  statutory: 'statutory pay to recover',
  allowance: 'employment allowance to claim',
  levy: 'levy to date',
  cis: 'CIS suffered',
} as const

function schemeRows(scheme: DueFacts['schemes'][number], today: Day): DueRow[] {
  const { id, waiting_timesheets, asked_holidays, summary_for, missing_p60s, codes_to_enter } = scheme
  const rows: DueRow[] = []
  const put = (due: Day | null, what: string, action: string, path: string, of: string | null = null) =>
    rows.push({ scheme_id: id, due, what, action, path, id: of })
  if (waiting_timesheets > 0)
    put(
      null,
      `${counted(waiting_timesheets, 'approved timesheet is', 'approved timesheets are')} in no pay run`,
      'Open a pay run',
      'paye/new_pay_run',
    )
  if (asked_holidays > 0)
    put(
      null,
      counted(asked_holidays, 'holiday to decide', 'holidays to decide'),
      'Open the holidays',
      'paye/holiday',
    )
  if (summary_for.length > 0) {
    const why = summary_for.map((reason) => reasons[reason]).join(', ')
    const { tax_month, due } = lastTaxMonth(today)
    put(
      due,
      `Employer Payment Summary of tax month ${tax_month}: ${why}`,
      'Build the summary',
      'paye/paye_scheme',
      id,
    )
  }
  const forms = formsOf(today)
  if (forms !== null && missing_p60s > 0)
    put(
      forms.due,
      `${counted(missing_p60s, 'P60', 'P60s')} of ${taxYearName(forms.tax_year)} to give`,
      'Open the employments',
      'paye/employment',
    )
  const codes_from = newCodesFrom(today)
  if (codes_from !== null && codes_to_enter > 0)
    put(
      codes_from,
      `Code notices (P9) of ${taxYearName(partsOf(codes_from).year)}: ${counted(codes_to_enter, 'employment has', 'employments have')} none yet`,
      'Open the employments',
      'paye/employment',
    )
  return rows
}

/** Rows up to a month ahead, by day; work without a day comes last. */
export function payrollDue(facts: DueFacts, today: Day): readonly DueRow[] {
  const returns = joinedReturns(facts.runs, today)
  const rows: DueRow[] = [
    ...returns.rows,
    ...facts.schemes.flatMap((scheme) => schemeRows(scheme, today)),
    ...returns.others.flatMap(runRows),
    ...facts.payments.map(paymentRow),
    ...facts.leavers.map(({ scheme_id, employment_id, worker, leave_date }) => ({
      ...{ scheme_id, due: leave_date, what: `P45 of ${worker}`, action: 'Give the P45' },
      ...{ path: 'paye/employment', id: employment_id, tab: 'tax' },
    })),
    ...facts.birthdays.flatMap(letterRow).filter(({ due }) => due !== null && due >= addDays(today, -BEHIND)),
    ...facts.to_enrol.map(({ scheme_id, employment_id, worker, pay_day }) => ({
      ...{ scheme_id, due: pay_day, what: `Enrol ${worker} in a pension`, action: 'Enrol' },
      ...{ path: 'paye/employment', id: employment_id, tab: 'pension' },
    })),
  ]
  const no_day = '9999'
  return rows
    .filter(({ due }) => due === null || due <= addDays(today, AHEAD))
    .toSorted((a, b) => (a.due ?? no_day).localeCompare(b.due ?? no_day) || a.what.localeCompare(b.what))
}
