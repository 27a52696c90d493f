/** Figures to date that another payroll hands over: their bounds, and their place in the year (decision 0079). Pure; amounts are pence. */
import { addDays, type Day, formatDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { type NiToDate, no_ni_yet } from '../engine/director-ni.rules.ts'
import type { NiByLetter } from '../engine/figures-to-date.rules.ts'
import { NI_LETTERS, type NiLetter, type TaxYear } from '../engine/tax-year.rules.ts'
import { ceilDiv, type Pence } from '../engine/whole.rules.ts'
import type { NiBlock, ReportedPay, Told } from '../figures/fps-figures.rules.ts'
import type { PayslipAmounts } from '../figures/payslip.rules.ts'

/** Figures of National Insurance under one letter. */
export const letter_fields = [
  'ni_earnings',
  'at_lel',
  'lel_to_pt',
  'pt_to_uel',
  'employee_ni',
  'employer_ni',
] as const
/** Letters of the year before the one in force, newest first: HMRC takes four a year. */
export const earlier_letters = ['earlier_', 'second_earlier_', 'third_earlier_'] as const

/** Amounts of a takeover: each earlier letter has its own, and a director since an appointment in the year. */
export const takeover_amounts = [
  'previous_pay',
  'previous_tax',
  'gross_pay',
  'taxable_pay',
  'income_tax',
  'student_loan',
  'postgraduate_loan',
  'pension_net_pay',
  'pension_at_source',
  'other_deductions',
  'employer_pension',
  ...letter_fields,
  ...earlier_letters.flatMap((prefix) => letter_fields.map((field) => `${prefix}${field}` as const)),
  ...letter_fields.map((field) => `since_${field}` as const),
  'smp',
  'spp',
  'sap',
  'shpp',
  'spbp',
  'sncp',
] as const
export type TakeoverAmount = (typeof takeover_amounts)[number]
export type TakeoverAmounts = Readonly<Record<TakeoverAmount, Pence>>

export type Letters = { readonly ni_letter: NiLetter } & Readonly<
  Record<`${(typeof earlier_letters)[number]}ni_letter`, NiLetter | null>
>

/** A takeover as the engine and the returns take it. */
export type Takeover = Letters & {
  readonly last_pay_day: Day
  readonly source: string
  readonly amounts: TakeoverAmounts
}

const pounds = (pence: Pence): string => displayMoney(money(pence, GBP))
const HUNDRED_PERCENT = 10_000

export const isLetter = (text: string): text is NiLetter => NI_LETTERS.some((one) => one === text)

/** The fault of an amount that is more than a share of pay, in hundredths of a percent. */
function aboveShare(what: string, amount: Pence, hundredths: number, pay: Pence): string | null {
  const most = ceilDiv(pay * hundredths, HUNDRED_PERCENT)
  return amount > most
    ? `${what} of ${pounds(amount)} is more than the ${pounds(most)} that is possible on ${pounds(pay)}`
    : null
}

/** The highest percentages that a letter of the year takes, in hundredths. */
function ratesOf(year: TaxYear, letter: NiLetter): { readonly employee: number; readonly employer: number } {
  const { employee, employer } = year.national_insurance.letters[letter]
  return { employee: Math.max(...employee), employer: Math.max(...employer) }
}

type LetterFigures = Readonly<Record<(typeof letter_fields)[number], Pence>>

function letterFigureFaults(
  year: TaxYear,
  letter: NiLetter,
  of: LetterFigures,
): Partial<Record<keyof LetterFigures, string>> {
  const { employee, employer } = ratesOf(year, letter)
  const in_bands = of.at_lel + of.lel_to_pt + of.pt_to_uel
  const employee_fault = aboveShare('Employee NI', of.employee_ni, employee, of.ni_earnings)
  const employer_fault = aboveShare('Employer NI', of.employer_ni, employer, of.ni_earnings)
  return {
    ...(in_bands > of.ni_earnings
      ? { ni_earnings: `The bands add up to ${pounds(in_bands)}, more than the earnings` }
      : {}),
    ...(employee_fault === null ? {} : { employee_ni: employee_fault }),
    ...(employer_fault === null ? {} : { employer_ni: employer_fault }),
  }
}

type Prefix = (typeof earlier_letters)[number] | 'since_'

const figuresOf = (a: TakeoverAmounts, prefix: Prefix): LetterFigures =>
  Object.fromEntries(letter_fields.map((field) => [field, a[`${prefix}${field}`]])) as LetterFigures // Every field.

/** The sum of a figure over all letters. */
const allLetters = (a: TakeoverAmounts, field: (typeof letter_fields)[number]): Pence =>
  earlier_letters.reduce((sum, prefix) => sum + a[`${prefix}${field}`], a[field])

/** The faults of figures to date by field: no figure is more than the pay that it is a share of allows. */
export function figureFaults(year: TaxYear, letters: Letters, a: TakeoverAmounts): FieldErrors {
  const errors: Record<string, string> = {}
  const put = (field: string, fault: string | null) => {
    if (fault !== null) errors[field] ??= fault
  }
  for (const field of takeover_amounts)
    if (field !== 'income_tax' && a[field] < 0) errors[field] = validationText.positive
  if (a.previous_tax > a.previous_pay) put('previous_tax', 'Tax cannot be more than pay')
  if (a.taxable_pay > a.gross_pay) put('taxable_pay', 'Taxable pay cannot be more than gross pay')
  put('income_tax', aboveShare('Tax', a.income_tax, year.income_tax.most_percent * 100, a.taxable_pay))
  if (-a.income_tax > a.previous_tax)
    put('income_tax', `Only ${pounds(a.previous_tax)} of tax was taken before that can go back`)
  const earnings = allLetters(a, 'ni_earnings')
  if (earnings > a.gross_pay) put('ni_earnings', 'NI earnings cannot be more than gross pay')
  put('student_loan', aboveShare('The student loan', a.student_loan, LOAN, earnings))
  put('postgraduate_loan', aboveShare('The postgraduate loan', a.postgraduate_loan, POSTGRADUATE, earnings))
  put(
    'employer_pension',
    aboveShare('The employer’s pension', a.employer_pension, HUNDRED_PERCENT / 2, a.gross_pay),
  )
  if (netOf(a) < 0) put('other_deductions', 'Deductions cannot be more than gross pay')
  for (const [field, fault] of Object.entries(letterFigureFaults(year, letters.ni_letter, a)))
    put(field, fault)
  const seen = new Set<NiLetter>([letters.ni_letter])
  for (const prefix of earlier_letters) {
    const letter = letters[`${prefix}ni_letter`]
    const earlier = figuresOf(a, prefix)
    if (letter === null) {
      if (Object.values(earlier).some((amount) => amount !== 0))
        put(`${prefix}ni_letter`, validationText.required)
      continue
    }
    if (seen.has(letter)) put(`${prefix}ni_letter`, validationText.matches)
    else
      for (const [field, fault] of Object.entries(letterFigureFaults(year, letter, earlier)))
        put(`${prefix}${field}`, fault)
    seen.add(letter)
  }
  return errors
}

/** The faults of figures since a director's appointment: a part of those under the letter in force, and of none else. */
export function sinceFaults(a: TakeoverAmounts, is_appointed_in_year: boolean): FieldErrors {
  const since = figuresOf(a, 'since_')
  const errors: Record<string, string> = {}
  for (const field of letter_fields) {
    if (since[field] !== 0 && !is_appointed_in_year)
      errors[`since_${field}`] = 'Only of a director who was appointed in this tax year'
    else if (since[field] > a[field])
      errors[`since_${field}`] = `Under the letter in force, ${pounds(a[field])} are to date`
  }
  return errors
}

const LOAN = 900
const POSTGRADUATE = 600

const deductionsOf = (a: TakeoverAmounts): Pence =>
  a.income_tax +
  allLetters(a, 'employee_ni') +
  a.pension_net_pay +
  a.pension_at_source +
  a.student_loan +
  a.postgraduate_loan +
  a.other_deductions

/** The pay that reached the worker. */
export const netOf = (a: TakeoverAmounts): Pence => a.gross_pay - deductionsOf(a)

export type Days = {
  readonly start_date: Day
  readonly last_pay_day: Day
  readonly today: Day
  /** Of a payslip of this payroll. */
  readonly last_paid: Day | null
}

/** The faults of the days by field. */
export function dayFaults(days: Days): FieldErrors {
  const { start_date, last_pay_day, today, last_paid } = days
  const errors: Record<string, string> = {}
  if (last_pay_day > today) errors.last_pay_day = validationText.max_date(formatDay(addDays(today, 1)))
  else if (last_pay_day < start_date)
    errors.last_pay_day = validationText.min_date(formatDay(addDays(start_date, -1)))
  else if (last_paid !== null)
    errors.last_pay_day = `Paid here on ${formatDay(last_paid)}: the figures before stay as they are`
  return errors
}

type Appointed = {
  readonly director_from: Day | null
  readonly last_pay_day: Day
  readonly tax_year_start: Day
}

/** Whether only figures since the appointment count for a director. */
export const isAppointedInYear = ({ director_from, last_pay_day, tax_year_start }: Appointed): boolean =>
  director_from !== null && director_from > tax_year_start && director_from <= last_pay_day

export type UndoFacts = {
  /** The employment was made by its takeover. */
  readonly began_employment: boolean
  readonly last_paid: Day | null
  /** A pay run under way that pays the worker. */
  readonly run: string | null
  readonly has_days_off: boolean
}

/** Whether a takeover may be undone: nobody has used it yet. */
export function mayUndo({ began_employment, last_paid, run, has_days_off }: UndoFacts): Verdict {
  if (last_paid !== null)
    return refuse('precondition', `Paid here on ${formatDay(last_paid)}: the figures before stay as they are`)
  if (run !== null) return refuse('precondition', `Pay run ${run} pays this worker: cancel it first`)
  if (has_days_off)
    return refuse('precondition', 'Withdraw the absences and holidays of this employment first')
  return (
    began_employment ||
    refuse('precondition', 'The employment began before its takeover: import the right figures instead')
  )
}

const niOf = (of: LetterFigures): NiToDate => ({
  earnings: of.ni_earnings,
  employee: of.employee_ni,
  employer: of.employer_ni,
  bands: { at_lel: of.at_lel, lel_pt: of.lel_to_pt, pt_uel: of.pt_to_uel },
})

/** National Insurance to date by letter. */
export function niByLetter(takeover: Takeover): NiByLetter {
  const { amounts } = takeover
  const earlier = earlier_letters.flatMap((prefix) => {
    const letter = takeover[`${prefix}ni_letter`]
    return letter === null ? [] : [[letter, niOf(figuresOf(amounts, prefix))] as const]
  })
  return { [takeover.ni_letter]: niOf(amounts), ...Object.fromEntries(earlier) }
}

/**
 * National Insurance that counts for a director's year: since the appointment, where that was within it. Oldest letter first:
 * each uses the thresholds of the year in its turn.
 */
export function directorNiTakenOver(
  takeover: Takeover,
  director_from: Day | null,
  tax_year_start: Day,
): NiByLetter {
  if (director_from === null || director_from <= tax_year_start)
    return Object.fromEntries(Object.entries(niByLetter(takeover)).toReversed())
  return director_from > takeover.last_pay_day
    ? {}
    : { [takeover.ni_letter]: niOf(figuresOf(takeover.amounts, 'since_')) }
}

export const addNi = (a: NiToDate, b: NiToDate): NiToDate => ({
  earnings: a.earnings + b.earnings,
  employee: a.employee + b.employee,
  employer: a.employer + b.employer,
  bands: {
    at_lel: a.bands.at_lel + b.bands.at_lel,
    lel_pt: a.bands.lel_pt + b.bands.lel_pt,
    pt_uel: a.bands.pt_uel + b.bands.pt_uel,
  },
})

/** Each letter of both, those of `b` first: it is the earlier one. */
export function addNiByLetter(a: NiByLetter, b: NiByLetter): NiByLetter {
  const letters = [...new Set([...Object.keys(b), ...Object.keys(a)])] as NiLetter[] // Keys are letters.
  return Object.fromEntries(
    letters.map((letter) => [letter, addNi(a[letter] ?? no_ni_yet, b[letter] ?? no_ni_yet)]),
  )
}

/** Figures to date of payslips with those of the payroll before. */
export function withTakeover(told: Told, takeover: Takeover | null): Told {
  if (takeover === null) return told
  const { amounts: a } = takeover
  const ni = new Map<NiLetter, NiBlock>(told.ni)
  for (const [letter, before] of Object.entries(niByLetter(takeover)) as [NiLetter, NiToDate][]) {
    const here = ni.get(letter)
    ni.set(letter, { ...(here === undefined ? before : addNi(before, here)), letter })
  }
  const statutory = Object.fromEntries(
    Object.entries(told.statutory).map(([kind, amount]) => [kind, amount + a[kind as ReportedPay]]), // Its keys.
  ) as Told['statutory']
  return {
    ...told,
    gross: told.gross + a.gross_pay,
    taxable: told.taxable + a.taxable_pay,
    tax: told.tax + a.income_tax,
    student_loan: told.student_loan + a.student_loan,
    postgraduate_loan: told.postgraduate_loan + a.postgraduate_loan,
    pension_net_pay: told.pension_net_pay + a.pension_net_pay,
    pension_at_source: told.pension_at_source + a.pension_at_source,
    other_deductions: told.other_deductions + a.other_deductions,
    ni,
    statutory,
  }
}

/** The source of the figures: `Sage, to 30 Jun 2026`. */
export const sourceName = ({ source, last_pay_day }: Pick<Takeover, 'source' | 'last_pay_day'>): string =>
  `${source}, to ${formatDay(last_pay_day)}`

/** As the lines of a payslip; holiday pay and levy of the payroll before are not known apart. */
export const payslipAmountsOf = (a: TakeoverAmounts): PayslipAmounts => ({
  gross_pay: a.gross_pay,
  holiday_pay: 0,
  income_tax: a.income_tax,
  employee_ni: allLetters(a, 'employee_ni'),
  employee_pension: a.pension_net_pay + a.pension_at_source,
  student_loan: a.student_loan + a.postgraduate_loan,
  other_deductions: a.other_deductions,
  net_pay: netOf(a),
  employer_ni: allLetters(a, 'employer_ni'),
  employer_pension: a.employer_pension,
  apprenticeship_levy: 0,
})
