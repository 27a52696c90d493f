import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { category_roles, payroll_data_roles } from '#entity/roles.ts'
import { type Day, day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { GBP, money } from '#kernel/money.ts'
import { unitsFromScaled, units as unitsOf } from '#kernel/rate.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { minimumWage } from '../../rates/minimum-wage.rules.ts'
import { recoveryText, statutoryDue } from '../absence/statutory-due.server.ts'
import { isAfterLeavingSql } from '../employment/after-leaving.rules.ts'
import { optionalAmount, penceOf } from '../employment/employment-input.server.ts'
import { type LetterInForce, letterNote } from '../employment/letter-suggestion.rules.ts'
import { pensionStatus } from '../employment/pension-status.rules.ts'
import { noRates, taxYearOf } from '../employment/tax-code-source.rules.ts'
import { calculate } from '../engine/calculate.rules.ts'
import type { Payslip } from '../engine/calculated-payslip.rules.ts'
import { line_names } from '../engine/line-why.rules.ts'
import { marginalCosts } from '../engine/marginal-costs.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import type { PeriodInput } from '../engine/period-input.rules.ts'
import { sumOf } from '../engine/period-part.rules.ts'
import { isLastPay, tablePeriod } from '../engine/table-period.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { payrollFigureFaults } from '../figures/payroll-bounds.rules.ts'
import type { Figures } from '../figures/payroll-figure.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { assess } from '../pension/membership.rules.ts'
import { dutiesOf, membershipOn } from '../pension/pension-input.server.ts'
import { type EmploymentFacts, employmentState } from '../runs/employment-state.server.ts'
import { nearestYear } from '../years/tax-years.rules.ts'

const HOURS_MAX = 1000

const input = z.strictObject({
  employment_id: z.uuid(),
  pay_day: dayInput,
  /** Gross pay that is tried. */
  pay: optionalAmount,
  hours: z.string().trim().optional(),
  /** Other pay of the same pay day. */
  other_pay: optionalAmount,
})

const output = z.strictObject({
  gross: z.string(),
  net: z.string(),
  /** The employer's additional cost of the typed pay. */
  costs: z.string(),
  /** Pay and costs as they are; a deduction is below zero, a refund above. */
  lines: z.array(
    z.strictObject({
      part: z.enum(['pay', 'deduction', 'employer']),
      name: z.string(),
      amount: z.string(),
      why: z.string(),
    }),
  ),
  /** Faults that stop a pay run. */
  faults: z.array(z.string()),
  pension: z.string().nullable(),
  /** Why another NI letter is due; null where the one in force fits. */
  letter: z.string().nullable(),
  /** HMRC's refund of statutory pay, as a sentence. */
  recovered: z.string().nullable(),
})

const worked = (amount: Pence, hours?: PayElement['hours']): PayElement => ({
  kind: 'basic',
  amount,
  taxable: true,
  niable: true,
  pensionable: true,
  nmw: true,
  ...(hours === undefined ? {} : { hours }),
})

/** Runs the engine on an employment and typed pay, as the only payment of its period. Stores nothing. */
export const whatIf = verb({
  action_id: 'business.employment.what_if',
  since: '0.1.0',
  summary: 'Computes what a worker would be paid for a typed pay, each line with its sentence',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: payroll_data_roles, provider: category_roles.provider },
  is_reading: true,
  shows_tax_codes: 'What if',
  input,
  output,
  run: async (context, asked) => {
    const { tx, viewer } = context
    const [row] = await loadVisible<EmploymentFacts>(tx, viewer, 'business.employment', [asked.employment_id])
    const employment = row as EmploymentFacts // As many rows as ids.
    const { pay_day } = asked
    const year = taxYearOf(pay_day)
    const { pay, hours } = amountsOf(asked)
    if (year === null) throw invalid({ pay_day: noRates(pay_day) })
    const state = await employmentState(context, year, employment, pay_day)
    const { frequency } = state
    const period_number = tablePeriod(pay_day, frequency)
    const other = penceOf(asked.other_pay) ?? 0
    const due = await statutoryDue(context, employment, pay_day)
    const run: PeriodInput = {
      pay_day,
      period_number,
      elements: [...due.elements, ...(other === 0 ? [] : [worked(other)])],
      already_paid: [],
      earlier_parts: [],
      after_leaving: (await hasLeft(context, employment.id, pay_day)) ? 'regular' : null,
      is_last_of_year: isLastPay(pay_day, frequency, employment.leave_date),
    }
    const tried = worked(pay, hours)
    const slip = calculate(year, state, { ...run, elements: [...run.elements, tried] })
    const costs = marginalCosts(year, state, run, [tried])
    const born = await birthOf(context, employment.contractor_id)
    return {
      gross: penceText(slip.gross),
      net: penceText(slip.net),
      costs: penceText(costs.ni + costs.pension + costs.levy),
      lines: slip.lines.map(({ part, element, amount, why, inputs }) => ({
        part,
        name: part === 'pay' ? String(inputs.name) : line_names[element],
        amount: penceText(part === 'deduction' ? -amount : amount),
        why,
      })),
      faults: faultsOf(slip, {
        born,
        tax_to_date: state.ytd.tax + state.previous.tax,
        // Hours of the other pay are not known.
        hours: other === 0 ? hours : undefined,
      }),
      letter: await letterNoteOn(context, employment.id, born, pay_day),
      recovered: await recoveryText(context, year, employment, {
        pay_day,
        payments: due.payments,
      }),
      pension:
        born === null
          ? null
          : assess(
              pay_day,
              await membershipOn(context, employment.id, pay_day),
              pensionStatus(year, { born, pay_day, pay: slip.gross, frequency }),
              await dutiesOf(context, employment.paye_scheme_id),
            ).why,
    }
  },
})

type Asked = { readonly pay?: string | undefined; readonly hours?: string | undefined }

/** @throws invalid under the field */
function amountsOf({ pay, hours }: Asked) {
  const amount = penceOf(pay === '' ? undefined : pay)
  if (amount === null) throw invalid({ pay: validationText.required })
  if (amount < 0) throw invalid({ pay: validationText.positive })
  if (hours === undefined || hours === '') return { pay: amount, hours: undefined }
  const worked_hours = unitsOf(hours, 'hours')
  if (worked_hours <= 0) throw invalid({ hours: validationText.positive })
  if (worked_hours > HOURS_MAX * 10_000) throw invalid({ hours: validationText.max })
  return { pay: amount, hours: worked_hours }
}

async function letterNoteOn(
  { tx }: VerbContext,
  employment_id: string,
  born: Day | null,
  pay_day: Day,
): Promise<string | null> {
  const row = await tx.row<LetterInForce>(
    `select letter, effective_from from business.ni_category where employment_id = $1 and deleted_at is null
       and $2::date between effective_from and coalesce(effective_to, $2::date)`,
    [employment_id, pay_day],
  )
  return row ? letterNote(born, pay_day, row) : null
}

async function birthOf({ tx }: VerbContext, contractor_id: string): Promise<Day | null> {
  const row = await tx.row<{ date_of_birth: string | null }>(
    `select i.date_of_birth from business.business k join business.individual i on i.id = k.individual_id where k.id = $1`,
    [contractor_id],
  )
  return row?.date_of_birth ? day(row.date_of_birth) : null
}

async function hasLeft({ tx }: VerbContext, employment_id: string, pay_day: Day): Promise<boolean> {
  const row = await tx.row<{ is_after: boolean }>(
    `select ${isAfterLeavingSql('e', '$2::date')} as is_after from business.employment e where e.id = $1`,
    [employment_id, pay_day],
  )
  return row?.is_after ?? false
}

/** Pay of days without hours. */
const without_work: readonly string[] = ['holiday', 'statutory_sick_pay', 'statutory_parental_pay']

/** The bounds of entered figures, held against computed ones. */
function faultsOf(
  slip: Payslip,
  { born, tax_to_date, hours }: { born: Day | null; tax_to_date: Pence; hours: PayElement['hours'] },
): string[] {
  const gbp = (amount: Pence) => money(amount, GBP)
  const { deductions, employer } = slip
  const figures: Figures = {
    gross_pay: gbp(slip.gross),
    holiday_pay: gbp(
      sumOf(slip.lines, ({ element, amount }) => (without_work.includes(element) ? amount : 0)),
    ),
    income_tax: gbp(deductions.income_tax),
    employee_ni: gbp(deductions.employee_ni),
    employee_pension: gbp(deductions.employee_pension + deductions.salary_sacrifice),
    student_loan: gbp(deductions.student_loan + deductions.postgraduate_loan),
    other_deductions: gbp(deductions.attachment + deductions.admin_fee + deductions.agreed_deduction),
    net_pay: gbp(slip.net),
    employer_ni: gbp(employer.ni),
    employer_pension: gbp(employer.pension),
    apprenticeship_levy: gbp(employer.levy),
    holiday_pay_retained: gbp(0),
  }
  const facts = {
    year: nearestYear(slip.pay_day),
    is_reduction: false,
    tax_to_date: gbp(tax_to_date),
    hours: hours === undefined ? null : unitsFromScaled(slip.minimum_wage.hours),
    minimum_wage: minimumWage(born, slip.pay_day),
    wage_pay: gbp(slip.minimum_wage.pay),
    client_net: null,
  }
  return payrollFigureFaults(figures, facts, GBP).map(({ sentence }) => sentence)
}
