import { z } from 'zod'
import { addDays, type Day, partsOf } from '#kernel/day.ts'
import { type FieldErrors, invalid, isStintError } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { dayInput, mandatory, optionalText } from '../../parties/party-input.server.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { planFault } from '../employment/deduction.rules.ts'
import {
  directorOf,
  type EmploymentRow,
  holidayPayOf,
  lastPaid,
  lockEmployment,
  optionalAmount,
  payInput,
  payrollIdInput,
  penceOf,
} from '../employment/employment-input.server.ts'
import {
  employerOf,
  insertEmployment,
  requireFree,
  requireWorker,
} from '../employment/insert-employment.server.ts'
import { letterFaults } from '../employment/ni-letter.rules.ts'
import { noRates, taxYearOf } from '../employment/tax-code-source.rules.ts'
import { readTaxCode, type TaxCode } from '../engine/tax-code.rules.ts'
import { NI_LETTERS } from '../engine/tax-year.rules.ts'
import { hoursInput } from '../holiday/load-holiday.server.ts'
import { enrolFaults } from '../pension/membership.rules.ts'
import { takesNoMembers } from '../pension/pension-end.rules.ts'
import { yearLock } from '../schemes/locked-year.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { keepTakeover, type TakenOver } from './keep-takeover.server.ts'
import {
  dayFaults,
  earlier_letters,
  figureFaults,
  isAppointedInYear,
  type Letters,
  sinceFaults,
  type TakeoverAmounts,
  takeover_amounts,
} from './payroll-takeover.rules.ts'

const letterInput = mandatory
  .transform((typed) => typed.toUpperCase())
  .pipe(z.enum(NI_LETTERS, { error: validationText.matches }))
const requiredAmount = z
  .string({ error: validationText.required })
  .refine((text) => text.trim() !== '', { error: validationText.required, abort: true })
  .pipe(optionalAmount.unwrap())

const required_amounts = [
  'gross_pay',
  'taxable_pay',
  'income_tax',
  'ni_earnings',
  'employee_ni',
  'employer_ni',
] as const
const amountInputs = Object.fromEntries(takeover_amounts.map((field) => [field, optionalAmount])) as Record<
  (typeof takeover_amounts)[number],
  typeof optionalAmount
> // Every field once.

const input = z.strictObject({
  contractor_id: z.uuid(),
  paye_scheme_id: z.uuid(),
  payroll_id: payrollIdInput,
  start_date: dayInput,
  ...payInput,
  /** Of the payroll before. */
  last_pay_day: dayInput,
  /** Name and paper of the payroll before. */
  source: mandatory,
  tax_code: mandatory,
  is_week1: z.boolean().default(false),
  student_loan_plan: z.enum(['plan_1', 'plan_2', 'plan_4', 'plan_5']).optional(),
  has_postgraduate_loan: z.boolean().default(false),
  /** Name of a pension of the PAYE scheme. */
  pension_scheme: optionalText,
  holiday_hours: hoursInput.optional(),
  ni_letter: letterInput,
  ni_evidence: optionalText,
  earlier_ni_letter: letterInput.optional(),
  second_earlier_ni_letter: letterInput.optional(),
  third_earlier_ni_letter: letterInput.optional(),
  ...amountInputs,
  ...(Object.fromEntries(required_amounts.map((field) => [field, requiredAmount])) as Record<
    (typeof required_amounts)[number],
    typeof requiredAmount
  >), // Every field once.
})
type Asked = z.infer<typeof input>

/**
 * Takes an employment over from another payroll within a tax year: its facts from the next pay day on, and its figures to
 * date. The same payroll id again puts the figures right, until the first payslip (decision 0079).
 */
export const takeOverEmployment = verb({
  action_id: 'business.employment.take_over',
  since: '0.1.0',
  summary: 'Takes an employment over from another payroll, with its figures to date',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string() }),
  run: async (context, asked) => {
    const scheme = await employerOf(context, asked.paye_scheme_id)
    await requireWorker(context, asked.contractor_id, scheme)
    const known = await context.tx.row<{ id: string }>(
      'select id from business.employment where paye_scheme_id = $1 and payroll_id = $2 and contractor_id = $3 and deleted_at is null',
      [scheme.id, asked.payroll_id, asked.contractor_id],
    )
    const employment = known ? await lockEmployment(context, known.id) : null
    const facts = await context.tx.row<Facts>(
      `select p.date_of_birth, p.gender, s.id as pension_scheme_id, s.ended_from as pension_ended_from
       from business.business b left join business.individual p on p.id = b.individual_id
       left join lateral (select s.id, s.ended_from from business.pension_scheme s
         where s.paye_scheme_id = $2 and lower(s.name) = lower($3) order by s.id limit 1) s on true
       where b.id = $1`,
      [asked.contractor_id, scheme.id, asked.pension_scheme ?? ''],
    )
    const paid = employment === null ? null : await lastPaid(context, employment)
    const { terms, errors: term_errors } = termsOf(asked)
    const { code, errors } = faultsOf(asked, employment, facts ?? nobody, {
      today: context.clock.today(),
      last_paid: paid,
    })
    if (employment === null) await requireFree(context, asked).catch(collectInto(errors))
    const lock = await yearLock(context, scheme.id, partsOf(taxYearStart(asked.last_pay_day)).year)
    if (lock !== null) errors.last_pay_day = lock
    Object.assign(errors, term_errors)
    if (code === null || terms === null || Object.keys(errors).length > 0) throw invalid(errors)
    const made =
      employment ??
      (await insertEmployment(context, scheme, {
        contractor_id: asked.contractor_id,
        paye_scheme_id: scheme.id,
        payroll_id: asked.payroll_id,
        start_date: asked.start_date,
        pay_frequency: asked.pay_frequency,
        is_irregular_hours: asked.is_irregular_hours,
        is_irregularly_paid: asked.is_irregularly_paid,
        former_payroll_id: null,
        payroll_id_from: null,
        earlier_payroll_ids: [],
        workplace_postcode: asked.workplace_postcode,
        ...terms,
        ...no_starter,
      }))
    const of = { ...made, contractor_id: asked.contractor_id }
    await keepTakeover(
      context,
      of,
      takenOver(asked, code, facts?.pension_scheme_id ?? null),
      employment === null,
    )
    return { id: made.id, human_id: asked.payroll_id }
  },
})

type Facts = {
  readonly date_of_birth: Day | null
  readonly gender: string | null
  readonly pension_scheme_id: string | null
  readonly pension_ended_from: Day | null
}
const nobody: Facts = { date_of_birth: null, gender: null, pension_scheme_id: null, pension_ended_from: null }

/** Of starters. */
const no_starter = {
  starter_declaration: null,
  p45_leave_date: null,
  p45_tax_code: null,
  p45_is_week1: null,
  p45_period: null,
  p45_pay_to_date: null,
  p45_tax_to_date: null,
  p45_student_loan: null,
} as const

const collectInto = (errors: Record<string, string>) => (error: unknown) => {
  if (!isStintError(error) || error.code !== 'invalid') throw error
  Object.assign(errors, error.errors)
}

/** Columns of a directorship and of holiday pay, and the faults of both. */
function termsOf(asked: Asked) {
  const errors: Record<string, string> = {}
  const read = <T>(part: () => T): T | null => {
    try {
      return part()
    } catch (error) {
      collectInto(errors)(error)
      return null
    }
  }
  const director = read(() => directorOf(asked))
  const holiday = read(() => holidayPayOf(asked))
  return { terms: director && holiday ? { ...director, ...holiday } : null, errors }
}

const amountsOf = (asked: Asked): TakeoverAmounts =>
  Object.fromEntries(takeover_amounts.map((field) => [field, penceOf(asked[field]) ?? 0])) as TakeoverAmounts // Every field once.

const firstDayOf = ({ last_pay_day }: Asked): Day => addDays(last_pay_day, 1)

type Now = { readonly today: Day; readonly last_paid: Day | null }

/** All faults of a takeover by field, and its tax code. */
function faultsOf(
  asked: Asked,
  employment: EmploymentRow | null,
  facts: Facts,
  { today, last_paid }: Now,
): { readonly code: TaxCode | null; readonly errors: Record<string, string> } {
  const first_day = firstDayOf(asked)
  const year = taxYearOf(asked.last_pay_day)
  const next_year = taxYearOf(first_day)
  if (year === null || next_year === null)
    return { code: null, errors: { last_pay_day: noRates(year === null ? asked.last_pay_day : first_day) } }
  const code = readTaxCode(asked.tax_code, next_year, asked.is_week1)
  const letter = letterFaults(
    {
      letter: asked.ni_letter,
      effective_from: first_day,
      evidence: asked.ni_evidence || null,
      reason: reasonOf(asked),
      workplace_postcode: asked.workplace_postcode,
    },
    facts,
  )
  const plan = asked.student_loan_plan === undefined ? null : planFault(asked.student_loan_plan, first_day)
  const errors: Record<string, string> = {
    ...('message' in code ? { tax_code: code.message } : {}),
    ...renamed(letter, { letter: 'ni_letter', evidence: 'ni_evidence' }),
    ...(plan === null ? {} : { student_loan_plan: plan }),
    ...pensionFaults(asked, facts),
    ...figureFaults(year, lettersOf(asked), amountsOf(asked)),
    ...directorFaults(asked),
    ...dayFaults({
      start_date: asked.start_date,
      last_pay_day: asked.last_pay_day,
      today,
      last_paid,
    }),
    ...(employment !== null && employment.start_date !== asked.start_date
      ? { start_date: validationText.matches }
      : {}),
    ...(employment !== null && employment.pay_frequency !== asked.pay_frequency
      ? { pay_frequency: validationText.matches }
      : {}),
  }
  return { code: 'message' in code ? null : code, errors }
}

const lettersOf = (asked: Asked): Letters => ({
  ni_letter: asked.ni_letter,
  ...(Object.fromEntries(
    earlier_letters.map((prefix) => [`${prefix}ni_letter`, asked[`${prefix}ni_letter`] ?? null]),
  ) as Omit<Letters, 'ni_letter'>), // Every earlier one.
})

const of_directors = ['since_ni_earnings', 'since_employee_ni', 'since_employer_ni'] as const

/** A director's year counts from an appointment within it: the figures since then are needed. */
function directorFaults(asked: Asked): FieldErrors {
  const is_of_year = isAppointedInYear({
    director_from: asked.director_from ?? null,
    last_pay_day: asked.last_pay_day,
    tax_year_start: taxYearStart(asked.last_pay_day),
  })
  const missing = is_of_year ? of_directors.filter((field) => !asked[field]) : []
  return {
    ...sinceFaults(amountsOf(asked), is_of_year),
    ...Object.fromEntries(missing.map((field) => [field, validationText.required])),
  }
}

function pensionFaults(
  asked: Asked,
  { pension_scheme_id, pension_ended_from, date_of_birth }: Facts,
): FieldErrors {
  if (!asked.pension_scheme) return {}
  if (pension_scheme_id === null) return { pension_scheme: errorText.not_found('Pension scheme') }
  if (pension_ended_from !== null)
    return { pension_scheme: takesNoMembers(asked.pension_scheme, pension_ended_from) }
  const faults = enrolFaults({
    entry: 'joined',
    effective_from: firstDayOf(asked),
    informed_on: null,
    born: date_of_birth,
    before: null,
  })
  return renamed(faults, { effective_from: 'pension_scheme', entry: 'pension_scheme' })
}

const renamed = (errors: FieldErrors, names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, message]) => [names[field] ?? field, message]))

const reasonOf = ({ source }: Asked): string => `Taken over from ${source}`

const takenOver = (asked: Asked, code: TaxCode, pension_scheme_id: string | null): TakenOver => ({
  tax_year: partsOf(taxYearStart(asked.last_pay_day)).year,
  last_pay_day: asked.last_pay_day,
  first_day: firstDayOf(asked),
  source: asked.source,
  reason: reasonOf(asked),
  code,
  student_loan_plan: asked.student_loan_plan ?? null,
  has_postgraduate_loan: asked.has_postgraduate_loan,
  pension: pension_scheme_id === null ? null : { id: pension_scheme_id, name: asked.pension_scheme ?? '' },
  holiday_hours: asked.holiday_hours ?? null,
  ...lettersOf(asked),
  ni_evidence: asked.ni_evidence || null,
  workplace_postcode: asked.workplace_postcode,
  amounts: amountsOf(asked),
})
