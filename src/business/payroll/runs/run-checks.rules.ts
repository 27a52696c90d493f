/** Checks of a pay run (payroll-run, checks): a stop is put right before the run goes on, a warning is answered. Pure. */
import { type Day, daysBetween, formatDay } from '#kernel/day.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { formatUnits, type Units4, unitsFromScaled } from '#kernel/rate.ts'
import { creditNotes } from '../deemed/deemed-credit.rules.ts'
import { letterNote, letterOn } from '../employment/letter-suggestion.rules.ts'
import { birthday, pensionDay } from '../employment/ni-letter.rules.ts'
import { p45LoanWarning } from '../employment/p45-loan.rules.ts'
import { pensionStatus } from '../employment/pension-status.rules.ts'
import { weeksOf } from '../engine/tax-period.rules.ts'
import type { NiLetter, NiRates, TaxYear } from '../engine/tax-year.rules.ts'
import { nearestDiv, type Pence } from '../engine/whole.rules.ts'
import { accountWarnings } from '../figures/account-warnings.rules.ts'
import { niWaitsWarnings } from '../figures/ni-waits.rules.ts'
import { deduction_fields } from '../figures/payroll-figure.rules.ts'
import { type FigurePence, figuresOf, wholeOf } from '../figures/run-figures.rules.ts'
import { overpaidWarnings } from '../overpayments/overpaid-slip.rules.ts'
import { assess } from '../pension/membership.rules.ts'
import { BESIDES, type Besides, isBelowNothing } from './besides.rules.ts'
import { boundStops } from './bound-stops.rules.ts'
import type { Computed, Person } from './computed-slip.rules.ts'
import { besideEndedPay, lateCorrections, paidTwice } from './late-pay.rules.ts'
import type { RunFacts, RunWork } from './run-work.rules.ts'

export type CheckCode = `${'P' | 'N'}${string}`
export type Finding = {
  readonly code: CheckCode
  readonly level: 'stop' | 'warning'
  readonly sentence: string
  /** Null for the run as a whole. */
  readonly contractor_id: string | null
}

export const pounds = (amount: Pence): string => displayMoney(money(amount, GBP))

/** The stop of a worker whose payslip cannot be computed. */
export const missing = (
  { name, contractor_id }: Pick<Person, 'contractor_id' | 'name'>,
  { missing: sentence, fact }: { readonly missing: string; readonly fact?: string },
): Finding => ({
  code: 'P07',
  level: 'stop',
  sentence: fact === undefined ? `${name}: ${sentence}` : `The ${fact} of ${name} is missing`,
  contractor_id,
})

/** The warning about work that has no documents to raise: it is not paid with the run, and others are. */
export const leftOut = (
  { contractor_id, name }: Pick<Person, 'contractor_id' | 'name'>,
  { human_id }: Pick<RunWork, 'human_id'>,
  reason: string | undefined,
): Finding[] =>
  reason === undefined
    ? []
    : [
        {
          code: 'N10',
          level: 'warning',
          sentence: `Timesheet ${human_id} of ${name} is left out of this run: ${reason}`,
          contractor_id,
        },
      ]

/** The warning about a worker without a payslip, with credited fees that wait for later work. */
export const creditsWait = (
  { contractor_id, name }: Pick<Person, 'contractor_id' | 'name'>,
  { credits, notes }: Besides,
): Finding[] =>
  [...notes, ...creditNotes(credits, 0)].map((note) => ({
    code: 'N09',
    level: 'warning',
    sentence: `${name}: ${note}`,
    contractor_id,
  }))

/** Every finding about one payslip, stops first. */
export function checkPayslip(
  year: TaxYear,
  run: Pick<RunFacts, 'pay_day' | 'frequency'>,
  person: Person,
  computed: Computed,
): readonly Finding[] {
  const { contractor_id, name } = person
  const find =
    (level: Finding['level']) =>
    ([code, sentence]: readonly [CheckCode, string]): Finding => ({ code, level, sentence, contractor_id })
  const stops = [
    ...sumStops(name, figuresOf(computed.slip)),
    ...boundStops(year, run.pay_day, person, computed),
    ...shareStops(computed),
    ...besidesStops(person, computed),
    ...dataStops(person),
    ...paidTwice(computed.works).map((sentence): Found => ['P11', sentence]),
  ]
  const warnings = [
    ...payWarnings(run, person, computed),
    ...letterWarnings(year, run.pay_day, person, computed),
    ...codeWarnings(run.pay_day, person, computed),
    // Enrolment is for workers, not for fees of a company.
    ...(computed.besides.deemed.length > 0 ? [] : pensionWarnings(year, run, person, computed)),
    ...accountWarnings(person, computed),
    ...besidesWarnings(person, computed),
    ...lateCorrections(run.pay_day, computed.works).map((sentence): Found => ['N11', sentence]),
    ...besideEndedPay(computed.works).map((sentence): Found => ['N14', sentence]),
    ...niWaitsWarnings(run, computed.slip.parts).map((sentence): Found => ['N12', sentence]),
    ...overpaymentWarnings(run.pay_day, person, computed),
    ...(person.lacks_p45_loan ? [['N15', p45LoanWarning(name)] as const] : []),
  ]
  return [...stops.map(find('stop')), ...warnings.map(find('warning'))]
}

type Found = readonly [CheckCode, string]

function sumStops(name: string, figures: FigurePence): Found[] {
  const left = deduction_fields.reduce((rest, field) => rest - figures[field], figures.gross_pay)
  if (left !== figures.net_pay)
    return [['P01', `Gross pay less deductions is ${pounds(left)}, and not ${pounds(figures.net_pay)}`]]
  return figures.net_pay < 0
    ? [['P02', `${name} would be paid less than nothing: ${pounds(figures.net_pay)}`]]
    : []
}

const overpaymentWarnings = (pay_day: Day, { name }: Person, { overpaid }: Computed): Found[] =>
  overpaid === null
    ? []
    : overpaidWarnings({ ...overpaid, name, pay_day }).map((sentence) => ['N13', sentence])

/** Tax has either sign; net pay has the sign of the work. */
const either_sign = ['income_tax', 'net_pay'] as const

/** Figures that no timesheet can hold. */
function shareStops({ works, shares }: Computed): Found[] {
  return works.flatMap((work): Found[] => {
    const { human_id, is_reduction, former, is_of_bureau } = work
    if (former !== null && is_of_bureau && (former.holiday_pay !== 0 || former.holiday_pay_retained !== 0))
      return [
        [
          'P09',
          `Timesheet ${human_id} was paid with holiday pay, so the payroll bureau corrects it: give it back to the bureau`,
        ],
      ]
    const whole = wholeOf(work, shares)
    const fields = Object.keys(whole) as (keyof FigurePence)[] // Its keys.
    const wrong = fields.filter((field) =>
      is_reduction
        ? whole[field] > 0 && !either_sign.some((one) => one === field)
        : whole[field] < 0 && field !== 'income_tax',
    )
    return wrong.length === 0
      ? []
      : [['P09', `The figures of timesheet ${human_id} would be ${is_reduction ? 'above' : 'below'} nothing`]]
  })
}

const besidesStops = ({ name }: Person, { shares, letters_ni, unbilled }: Computed): Found[] =>
  isBelowNothing(shares.get(BESIDES), { letters_ni, unbilled })
    ? [['P09', `The pay of ${name} besides work, or its costs, would be below zero`]]
    : []

const besidesWarnings = ({ name }: Person, { besides }: Computed): Found[] =>
  besides.notes.map((note) => ['N09', `${name}: ${note}`])

function dataStops({ name, born, account_fault, also_paid_by }: Person): Found[] {
  return [
    ...(born === null ? [['P07', `The birth date of ${name} is missing`] as const] : []),
    ...(account_fault === null ? [] : [['P08', `${name}: ${account_fault}`] as const]),
    ...also_paid_by.map(
      (employer) =>
        [
          'P10',
          `${name} is also paid by ${employer}. Their earnings must be added together for National Insurance, which this version does not do`,
        ] as const,
    ),
  ]
}

const HOURS_A_WEEK = 60
const MONTH_WEEKS = { weeks: 52, months: 12 } as const
export const moved = (now: Pence, before: Pence, percent: number): boolean =>
  Math.abs(now - before) * 100 > Math.abs(before) * percent

const meanOf = (amounts: readonly Pence[]): Pence =>
  nearestDiv(
    amounts.reduce((sum, one) => sum + one, 0),
    amounts.length,
  )

function payWarnings(
  { frequency }: Pick<RunFacts, 'frequency'>,
  { before }: Person,
  { slip, own, works }: Computed,
): Found[] {
  const found: Found[] = []
  const usual = before.length === 0 ? null : meanOf(before.map(({ net }) => net))
  if (usual !== null && moved(slip.net, usual, 25) && Math.abs(slip.net - usual) > 100_00)
    found.push(['N01', `${pounds(slip.net)} instead of about ${pounds(usual)}`])
  const weeks = weeksOf(frequency)
  // Several weeks that are paid together are several weeks of work.
  const paid_weeks = Math.max(new Set(works.map(({ start_date }) => start_date)).size, weeks ?? 1)
  const { hours } = own.minimum_wage
  const most =
    weeks === null ? (HOURS_A_WEEK * MONTH_WEEKS.weeks) / MONTH_WEEKS.months : HOURS_A_WEEK * paid_weeks
  if (hours > most * 10_000)
    found.push(['N02', `${hoursText(hours)} hours in the ${periodName(frequency, paid_weeks)}`])
  const gross = before.length === 0 ? null : meanOf(before.map((one) => one.gross))
  if (gross !== null && gross > 0 && slip.gross > 3 * gross)
    found.push([
      'N02',
      `Gross pay of ${pounds(slip.gross)} is more than three times the usual ${pounds(gross)}`,
    ])
  return found
}

const hoursText = (scaled: number): string => formatUnits(unitsFromScaled(scaled) as Units4) // Of whole ten-thousandths.
const periodName = (frequency: RunFacts['frequency'], weeks: number): string =>
  frequency === 'month' ? 'month' : weeks === 1 ? 'week' : `${weeks} weeks`

const EMERGENCY_DAYS = 56

/** A letter other than the facts behind it suggest. One of the same rates costs nobody anything. */
function letterWarnings(
  { national_insurance: { letters } }: TaxYear,
  pay_day: Day,
  { born, name, letter_since }: Person,
  { ni_letter: letter }: Computed,
): Found[] {
  if (born === null) return []
  const in_force = { letter, effective_from: letter_since }
  const due = letterOn(born, pay_day, in_force)
  const note = letterNote(born, pay_day, in_force)
  if (note === null || ratesText(letters[due]) === ratesText(letters[letter])) return []
  const age = due === 'M' ? 16 : due === 'X' ? undefined : until_age.get(letter)
  const why = by_pension.has(due)
    ? `reached State Pension age on ${formatDay(pensionDay(born))}`
    : age && `turned ${age} on ${formatDay(birthday(born, age))}`
  return [['N03', why ? `${name} ${why}: letter ${due}, not ${letter}` : note]]
}

const ratesText = ({ employee, employer }: NiRates): string => [...employee, ...employer].join()
const by_pension: ReadonlySet<NiLetter> = new Set(['C', 'S', 'K'])
/** Letters that end with a birthday. */
const until_age: ReadonlyMap<NiLetter, number> = new Map([
  ['M', 21],
  ['X', 21],
  ['Z', 21],
  ['H', 25],
])

function codeWarnings(pay_day: Day, { code_since }: Person, { code_text, is_week1 }: Computed): Found[] {
  const is_emergency = is_week1 || /^[SC]?0T$/.test(code_text)
  return is_emergency && daysBetween(code_since, pay_day) > EMERGENCY_DAYS
    ? [['N04', `Still on an emergency code since ${formatDay(code_since)}`]]
    : []
}

function pensionWarnings(
  year: TaxYear,
  { pay_day, frequency }: Pick<RunFacts, 'pay_day' | 'frequency'>,
  { born, name, membership, duties }: Person,
  { slip }: Computed,
): Found[] {
  if (born === null) return []
  const status = pensionStatus(year, { born, pay_day, pay: slip.gross, frequency })
  return assess(pay_day, membership, status, duties).must !== null
    ? [['N05', `${name} must be enrolled from ${formatDay(pay_day)}`]]
    : []
}
