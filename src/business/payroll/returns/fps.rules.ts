/** The Full Payment Submission of a pay run (payroll-run, returns): one element after another, or the missing facts. Pure. */
import { addDays, type Day, formatDay } from '#kernel/day.ts'
import { reportedBands } from '../engine/national-insurance.rules.ts'
import { payPeriod } from '../engine/pay-period.rules.ts'
import type { LoanPlan, NiLetter } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import {
  hoursBand,
  type NiBlock,
  reported_pay,
  type Slip,
  type Told,
  toldOf,
} from '../figures/fps-figures.rules.ts'
import { type Takeover, withTakeover } from '../takeover/payroll-takeover.rules.ts'
import { type Person, personFaults, personOf } from './fps-person.rules.ts'
import {
  type Employer,
  finalOf,
  hmrc_names,
  pounds,
  referencesOf,
  shortYear,
  wholePounds,
} from './govtalk.rules.ts'
import type { LateReason } from './rti-submission.entity.ts'
import { el, maybe, type XmlNode } from './xml.rules.ts'

export type FpsEmployee = {
  readonly contractor_id: string
  readonly person: Person
  /** The id on the pay day. */
  readonly payroll_id: string
  /** The payroll id of the pay day before, which HMRC's records have; without one, the first id. */
  readonly told_payroll_id: string
  /** No pay is expected for three months. */
  readonly is_irregularly_paid: boolean
  readonly start_date: Day
  readonly leave_date: Day | null
  readonly pay_frequency: 'week' | 'fortnight' | 'four_week' | 'month'
  readonly is_irregular_hours: boolean
  readonly workplace_postcode: string | null
  /** Paid through a company inside IR35: the pay is a deemed payment. */
  readonly off_payroll: boolean
  readonly director_from: Day | null
  readonly director_to: Day | null
  readonly director_method: 'AN' | 'AL' | null
  readonly starter_declaration: 'A' | 'B' | 'C' | null
  /** Loans in force on the pay day. */
  readonly loans: readonly LoanPlan[]
  /** The P45 says that a student loan continues, and none was entered. */
  readonly lacks_p45_loan: boolean
  /** The payslips of the tax year up to the pay day, oldest first; the last one is of this run. */
  readonly slips: readonly Slip[]
  /** Figures of the tax year from the payroll before. */
  readonly takeover: Takeover | null
  /** No payslip of the employment came before this run's. */
  readonly is_first: boolean
  /** A payslip of this year came from elsewhere. */
  readonly has_outside_pay: boolean
  /** Days without pay lie in the pay period. */
  readonly has_unpaid_absence: boolean
}

export type FpsFacts = {
  readonly employer: Employer
  readonly tax_year: number
  readonly pay_day: Day
  readonly today: Day
  readonly late_reason: LateReason | null
  /** The last one of the tax year. */
  readonly is_final: boolean
  /** The end of the PAYE scheme in this tax year; null where it goes on. */
  readonly ended_on: Day | null
  readonly employees: readonly FpsEmployee[]
}

/** `contractor_id`: the worker with the faulty facts; absent for the employer. */
export type Fault = { readonly name: string; readonly sentence: string; readonly contractor_id?: string }

const frequencies = { week: 'W1', fortnight: 'W2', four_week: 'W4', month: 'M1' } as const
const late: Readonly<Record<LateReason, string>> = {
  foreign_employer: 'A',
  shares_or_benefit: 'B',
  ni_only: 'C',
  paid_by_the_day: 'D',
  micro_employer: 'E',
  impracticable: 'F',
  reasonable_excuse: 'G',
  late_correction: 'H',
}
const plans: Readonly<Record<string, string>> = { plan_1: '01', plan_2: '02', plan_4: '04', plan_5: '05' }
const needs_workplace: readonly NiLetter[] = ['F', 'I', 'L', 'S', 'N', 'E', 'K', 'D']
const LETTERS_A_YEAR = 4
const AHEAD = 30
/** A start that is longer ago was reported by the payroll before this one. */
const STARTER_DAYS = 92

const isStarter = ({ is_first, start_date, takeover }: FpsEmployee, pay_day: Day): boolean =>
  is_first && takeover === null && start_date >= addDays(pay_day, -STARTER_DAYS)

/** The faults that prevent the return, worker by worker. */
export function fpsFaults(facts: FpsFacts): Fault[] {
  return facts.employees.flatMap((employee) =>
    [
      ...personFaults(employee.person, isStarter(employee, facts.pay_day)),
      ...employmentFaults(employee, facts),
      ...figureFaults(employee),
    ].map((sentence) => ({ name: employee.person.name, sentence, contractor_id: employee.contractor_id })),
  )
}

function employmentFaults(employee: FpsEmployee, { today }: FpsFacts): string[] {
  const { leave_date, workplace_postcode, slips, has_outside_pay } = employee
  const faults: string[] = []
  const letters = slips.flatMap(({ parts }) => parts.map(({ ni_letter }) => ni_letter))
  const special = letters.find((letter) => needs_workplace.includes(letter))
  if (special !== undefined && workplace_postcode === null)
    faults.push(`NI letter ${special} needs the postcode of the workplace`)
  if (leave_date !== null && leave_date > addDays(today, AHEAD))
    faults.push(`The leave date, ${formatDay(leave_date)}, is more than ${AHEAD} days ahead`)
  if (has_outside_pay)
    faults.push('Pay of this tax year came from a bureau, so that the figures to date are not known')
  return faults
}

function figureFaults({ slips, takeover }: FpsEmployee): string[] {
  const { taxable, ni, student_loan, postgraduate_loan, statutory } = withTakeover(toldOf(slips), takeover)
  const faults: string[] = []
  if (taxable < 0) faults.push('Taxable pay to date is less than nothing')
  if (student_loan < 0 || postgraduate_loan < 0) faults.push('Student loans to date are less than nothing')
  if (reported_pay.some((kind) => statutory[kind] < 0))
    faults.push('Statutory pay to date is less than nothing')
  if (ni.size > LETTERS_A_YEAR) faults.push('HMRC takes four NI letters a year')
  const negative = [...ni.values()].find(
    ({ earnings, employee, employer }) => earnings < 0 || employee < 0 || employer < 0,
  )
  if (negative !== undefined)
    faults.push(`National Insurance to date under letter ${negative.letter} is less than nothing`)
  return faults
}

/** The return's elements; call it without faults. */
export function fpsContent(facts: FpsFacts): XmlNode[] {
  return [
    referencesOf(facts.employer),
    el('RelatedTaxYear', shortYear(facts.tax_year)),
    ...facts.employees.map((employee) => employeeOf(employee, facts)),
    ...(facts.is_final ? [finalOf(facts.ended_on)] : []),
  ]
}

const yes = (name: string, said: boolean): XmlNode[] => maybe(name, said ? 'yes' : null)
const amount = (name: string, pence: Pence): XmlNode[] => maybe(name, pence === 0 ? null : pounds(pence))
const whole = (name: string, pence: Pence): XmlNode[] => maybe(name, pence === 0 ? null : wholePounds(pence))

function employeeOf(employee: FpsEmployee, facts: FpsFacts): XmlNode {
  const { slips, leave_date, workplace_postcode } = employee
  const year = withTakeover(toldOf(slips), employee.takeover)
  const here = toldOf(slips.slice(-1), slips)
  return el('Employee', [
    personOf(employee.person),
    el('Employment', [
      ...yes('OffPayrollWorker', employee.off_payroll),
      ...directorOf(employee, facts.pay_day),
      ...(isStarter(employee, facts.pay_day) ? [starterOf(employee)] : []),
      ...maybe('EmployeeWorkplacePostcode', workplace_postcode),
      ...payrollIdOf(employee, facts.pay_day),
      ...yes('IrrEmp', employee.is_irregularly_paid),
      ...maybe('LeavingDate', leave_date !== null && leave_date <= facts.pay_day ? leave_date : null),
      el('FiguresToDate', [
        el('TaxablePay', pounds(year.taxable)),
        el('TotalTax', pounds(year.tax)),
        ...whole('StudentLoansTD', year.student_loan),
        ...whole('PostgradLoansTD', year.postgraduate_loan),
        ...amount('EmpeePenContribnsPaidYTD', year.pension_net_pay),
        ...amount('EmpeePenContribnsNotPaidYTD', year.pension_at_source),
      ]),
      paymentOf(employee, facts, here, year),
      ...[...year.ni.values()].map((block) => niOf(block, here.ni.get(block.letter))),
    ]),
  ])
}

/** A changed id is told of once, with the payslip that is the first under it. HMRC knows no id of a starter. */
function payrollIdOf(employee: FpsEmployee, pay_day: Day): XmlNode[] {
  const { payroll_id, told_payroll_id: told } = employee
  const is_told = told === payroll_id || isStarter(employee, pay_day)
  const change = [el('PayrollIdChangedIndicator', 'yes'), el('OldPayrollId', told)]
  return [el('PayId', payroll_id), ...(is_told ? [] : [el('PayIdChgd', change)])]
}

function directorOf(employee: FpsEmployee, pay_day: Day): XmlNode[] {
  const { director_from, director_to, director_method } = employee
  if (director_from === null || director_method === null || director_from > pay_day) return []
  const start = payPeriod(pay_day, 'week').tax_year
  if (director_to !== null && payPeriod(director_to, 'week').tax_year < start) return []
  const { tax_year, period_number } = payPeriod(director_from, 'week')
  return [
    el('DirectorsNIC', director_method),
    ...maybe('TaxWkOfApptOfDirector', tax_year === start ? String(period_number) : null),
  ]
}

function starterOf({ start_date, starter_declaration, loans, lacks_p45_loan }: FpsEmployee): XmlNode {
  return el('Starter', [
    el('StartDate', start_date),
    // Without a statement HMRC treats the worker as one with another job.
    el('StartDec', starter_declaration ?? 'C'),
    ...yes('StudentLoan', lacks_p45_loan || loans.some((plan) => plan !== 'postgraduate')),
    ...yes('PostgradLoan', loans.includes('postgraduate')),
  ])
}

/** `S1257L W1/M1` is three facts. */
function taxCodeOf(text: string): XmlNode {
  const [, regime, code = '', basis] = /^([SC])?(\S+)( W1\/M1)?$/.exec(text) ?? []
  return el('TaxCode', code, {
    ...(basis === undefined ? {} : { BasisNonCumulative: 'yes' }),
    ...(regime === undefined ? {} : { TaxRegime: regime }),
  })
}

/** As many payslips as twelve weeks have. */
const recent = { week: 12, fortnight: 6, four_week: 3, month: 3 } as const

function paymentOf(
  employee: FpsEmployee,
  { pay_day, late_reason }: FpsFacts,
  told: Told,
  year: Told,
): XmlNode {
  const { pay_frequency, is_irregular_hours } = employee
  const slips = employee.slips.filter(({ is_correction }) => !is_correction)
  const [slip] = slips.slice(-1)
  const own = slip?.parts[0]
  // A correction may repay a loan that the last pay did not.
  const loans = [...(own ? [own] : []), ...(employee.slips.at(-1)?.parts ?? [])].map((one) => one.loans)
  const plan = loans.flatMap((one) => Object.keys(one)).find((name) => plans[name] !== undefined)
  return el('Payment', [
    el('PayFreq', frequencies[pay_frequency]),
    el('PmtDate', pay_day),
    ...maybe('LateReason', late_reason === null ? null : late[late_reason]),
    el(pay_frequency === 'month' ? 'MonthNo' : 'WeekNo', String(own?.period_number ?? 1)),
    el('PeriodsCovered', '1'),
    ...yes('PmtAfterLeaving', slip?.is_after_leaving === true),
    el('HoursWorked', hoursBand(slips.slice(-recent[pay_frequency]), pay_frequency, is_irregular_hours)),
    taxCodeOf(slip?.tax_code ?? ''),
    el('TaxablePay', pounds(told.taxable)),
    ...amount('DednsFromNetPay', told.other_deductions),
    el('PayAfterStatDedns', pounds(afterDeductions(told))),
    ...amount('EmpeePenContribnsPaid', told.pension_net_pay),
    ...amount('EmpeePenContribnsNotPaid', told.pension_at_source),
    ...(told.student_loan === 0 || plan === undefined
      ? []
      : [el('StudentLoanRecovered', wholePounds(told.student_loan), { PlanType: plans[plan] ?? '' })]),
    ...whole('PostgradLoanRecovered', told.postgraduate_loan),
    el('TaxDeductedOrRefunded', pounds(told.tax)),
    ...yes('UnpaidAbsence', employee.has_unpaid_absence),
    ...reported_pay.flatMap((kind) => amount(`${hmrc_names[kind]}YTD`, year.statutory[kind])),
  ])
}

/** Pay less statutory deductions, and less pension under a net pay arrangement. */
function afterDeductions(told: Told): Pence {
  const ni = [...told.ni.values()].reduce((sum, { employee }) => sum + employee, 0)
  const loans = told.student_loan + told.postgraduate_loan
  return told.gross - told.sacrificed - told.pension_net_pay - told.tax - ni - loans
}

function niOf(year: NiBlock, here: NiBlock | undefined): XmlNode {
  const bands = reportedBands(year.letter, year.bands)
  return el('NIlettersAndValues', [
    el('NIletter', year.letter),
    el('GrossEarningsForNICsInPd', pounds(here?.earnings ?? 0)),
    el('GrossEarningsForNICsYTD', pounds(year.earnings)),
    el('AtLELYTD', wholePounds(bands.at_lel)),
    el('LELtoPTYTD', pounds(bands.lel_pt)),
    el('PTtoUELYTD', pounds(bands.pt_uel)),
    // The employer's alone (data item 86A).
    el('TotalEmpNICInPd', pounds(here?.employer ?? 0)),
    el('TotalEmpNICYTD', pounds(year.employer)),
    el('EmpeeContribnsInPd', pounds(here?.employee ?? 0)),
    el('EmpeeContribnsYTD', pounds(year.employee)),
  ])
}
