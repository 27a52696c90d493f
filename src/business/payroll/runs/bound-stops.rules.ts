/**
 * The bounds of a payslip's figures (P03 to P06): the payslip without corrections, each pay day that it corrects with all pay of that
 * day, and the documents of a corrected timesheet. Pure.
 */
import { type Day, formatDay } from '#kernel/day.ts'
import { GBP, money } from '#kernel/money.ts'
import { unitsFromScaled } from '#kernel/rate.ts'
import { minimumWage } from '../../rates/minimum-wage.rules.ts'
import type { Payslip } from '../engine/calculated-payslip.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import type { PaidDay } from '../figures/paid-days.rules.ts'
import { type BoundFacts, type FigureFault, payrollFigureFaults } from '../figures/payroll-bounds.rules.ts'
import { asMoney, type FigurePence, figuresOf, no_figures, wholeOf } from '../figures/run-figures.rules.ts'
import { type Besides, ownElements, retainedBy } from './besides.rules.ts'
import type { Computed, Person } from './computed-slip.rules.ts'

type Fault = { readonly code: FigureFault['code'] | 'P09'; readonly sentence: string }

export function boundStops(
  year: TaxYear,
  pay_day: Day,
  { born }: Pick<Person, 'born'>,
  computed: Computed,
): readonly (readonly [Fault['code'], string])[] {
  const { own, works, besides, shares, days } = computed
  const tax_to_date = money(computed.tax_to_date, GBP)
  const faultsOf = (figures: FigurePence, facts: Partial<BoundFacts> = {}): readonly FigureFault[] =>
    payrollFigureFaults(
      asMoney(figures),
      {
        ...{ year, is_reduction: false, tax_to_date, hours: null, minimum_wage: null },
        ...{ wage_pay: null, client_net: null },
        ...facts,
      },
      GBP,
    )
  // Pay of days without work is no wage of hours, and no client is charged for it.
  const apart = ownElements(besides.elements).reduce((sum, { amount }) => sum + amount, 0)
  const ofYear = isSettled(own) ? faultsOf(yearFigures(own)) : null
  const figures = { ...figuresOf(own), ...(ofYear === null ? {} : { employee_ni: 0, employer_ni: 0 }) }
  const first_time = works.filter(({ corrects }) => corrects === null)
  const hours = first_time.every((work) => work.hours !== null) ? own.minimum_wage.hours : null
  const started = first_time.map(({ start_date }) => start_date).toSorted()[0] ?? pay_day
  const ofRun = faultsOf(
    {
      ...figures,
      holiday_pay: figures.holiday_pay + apart - takenPay(besides),
      holiday_pay_retained: retainedBy(besides, new Set(first_time.map(({ timesheet_id }) => timesheet_id))),
    },
    {
      hours: hours === null ? null : unitsFromScaled(hours),
      minimum_wage: minimumWage(born, started),
      wage_pay: money(own.minimum_wage.pay, GBP),
      client_net: money(
        first_time.reduce((sum, { client_net }) => sum + client_net, apart),
        GBP,
      ),
    },
  )
  // Tax and contributions are those of pay days; a timesheet has documents of its costs.
  const ofDocuments = works.flatMap((work) => {
    if (work.former === null) return []
    const whole = { ...wholeOf(work, shares), income_tax: 0 }
    return faultsOf(whole, { client_net: money(work.client_net, GBP) })
  })
  const ofDays =
    days === null
      ? first_time.length < works.length && ofYear === null
        ? faultsOf(yearFigures(computed.slip))
        : []
      : days.flatMap((day): readonly Fault[] => [
          ...faultsOf(dayFigures(day)),
          ...faultsOf(dayTax(day)),
          ...belowNothing(day),
        ])
  return [...ofRun, ...(ofYear ?? []), ...faultsOf(taxOf(computed)), ...ofDocuments, ...ofDays].map(
    ({ code, sentence }) => [code, sentence],
  )
}

/** A last payment settles a director's year. */
const isSettled = ({ lines }: Payslip): boolean => lines.some(({ inputs }) => inputs.settles !== undefined)

/** The earnings of the year judge contributions of the year. */
function yearFigures({ ni_ytd_by_letter }: Payslip): FigurePence {
  const letters = Object.values(ni_ytd_by_letter)
  const total = (of: 'earnings' | 'employee' | 'employer') => letters.reduce((sum, one) => sum + one[of], 0)
  return {
    ...no_figures,
    gross_pay: total('earnings'),
    employee_ni: total('employee'),
    employer_ni: total('employer'),
  }
}

/** Tax of the payslip with its corrections. Under week 1 or month 1 each pay day has its own, and the sum is only judged as a refund. */
function taxOf({ slip, is_week1 }: Computed): FigurePence {
  const tax = slip.deductions.income_tax
  return {
    ...no_figures,
    gross_pay: Math.max(0, slip.gross),
    income_tax: is_week1 ? Math.min(0, tax) : tax,
  }
}

const dayFigures = (day: PaidDay): FigurePence => ({
  ...no_figures,
  gross_pay: day.pay,
  employee_ni: day.employee_ni,
  employer_ni: day.employer_ni,
  student_loan: day.loans,
  employer_pension: day.employer_pension,
  apprenticeship_levy: day.levy,
})

/** A K code takes up to half of each payment, and gives nothing back for less pay. */
const dayTax = ({ tax, taxed_pay }: PaidDay): FigurePence => ({
  ...no_figures,
  gross_pay: taxed_pay,
  income_tax: Math.max(0, tax),
})

function belowNothing({ pay_day, pay, ...figures }: PaidDay): Fault[] {
  return pay >= 0 && Object.values(figures).some((amount) => amount < 0)
    ? [{ code: 'P09', sentence: `The figures of the pay of ${formatDay(pay_day)} would be below nothing` }]
    : []
}

/** Pay of holiday is holiday pay of the figures already. */
const takenPay = ({ holiday }: Besides): number => holiday.reduce((sum, { paid }) => sum + paid, 0)
