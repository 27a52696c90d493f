/** The Employer Payment Summary of a tax month (payroll-run, returns): what FPS do not say. Pure; figures are to date. */
import type { Day } from '#kernel/day.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { taxMonth } from '../engine/pay-period.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { type ReportedPay, reported_pay } from '../figures/fps-figures.rules.ts'
import {
  type Employer,
  finalOf,
  hmrc_names,
  pounds,
  referencesOf,
  shortYear,
  wholePounds,
} from './govtalk.rules.ts'
import { el, type XmlNode } from './xml.rules.ts'

export type EpsFacts = {
  readonly employer: Employer
  readonly tax_year: number
  readonly month: number
  /** Nobody was paid in the month. */
  readonly no_payment: boolean
  /** Months after this one in which nobody will be paid. */
  readonly inactive_months: number
  /** The employer claims the allowance, and no return of the year has said so. */
  readonly claims_allowance: boolean
  /** Due of the year to date; null where the employer does not pay the levy. */
  readonly levy: { readonly due: Pence; readonly allowance: Pence } | null
  /** The statutory pay to date that the employer recovers, and HMRC's compensation. */
  readonly recovered: Readonly<Record<'pay' | 'compensation', Readonly<Record<ReportedPay, Pence>>>>
  /** CIS deductions suffered to date; nothing for an employer that is no company. */
  readonly cis_suffered: Pence
  readonly is_final: boolean
  /** The end of the PAYE scheme in this tax year; null where it goes on. */
  readonly ended_on: Day | null
  /** A payslip of the month was issued, or a return of its payments made. */
  readonly was_paid: boolean
}

export const A_PAYMENT = 'A payment was reported for this month'

/** Whether there is something to say, and nothing that contradicts the payments. */
export function mayReport(facts: EpsFacts): Verdict {
  if (facts.no_payment && facts.was_paid) return refuse('invalid', A_PAYMENT)
  const says =
    facts.no_payment ||
    facts.inactive_months > 0 ||
    facts.claims_allowance ||
    facts.levy !== null ||
    recoveredOf(facts).length > 0 ||
    facts.is_final
  return says || refuse('precondition', 'There is nothing to report for this month')
}

export function epsContent(facts: EpsFacts): XmlNode[] {
  const { tax_year, month, levy, inactive_months } = facts
  const here = taxMonth(tax_year, month)
  return [
    referencesOf(facts.employer),
    ...(facts.no_payment
      ? [el('NoPaymentForPeriod', 'yes'), el('NoPaymentDates', [el('From', here.from), el('To', here.to)])]
      : []),
    ...(inactive_months > 0
      ? [
          el('PeriodOfInactivity', [
            el('From', taxMonth(tax_year, month + 1).from),
            el('To', taxMonth(tax_year, month + inactive_months).to),
          ]),
        ]
      : []),
    ...(facts.claims_allowance ? allowanceOf(tax_year) : []),
    ...recoveredOf(facts),
    ...(levy === null
      ? []
      : [
          el('ApprenticeshipLevy', [
            el('LevyDueYTD', wholePounds(levy.due)),
            el('TaxMonth', String(month)),
            el('AnnualAllce', pounds(levy.allowance)),
          ]),
        ]),
    el('RelatedTaxYear', shortYear(tax_year)),
    ...(facts.is_final ? [finalOf(facts.ended_on)] : []),
  ]
}

/** Only kinds with an amount above zero; no element without any. */
function recoveredOf({ month, recovered: { pay, compensation }, cis_suffered }: EpsFacts): XmlNode[] {
  const amounts = (of: EpsFacts['recovered']['pay'], named: (name: string) => string) =>
    reported_pay.flatMap((kind) => (of[kind] > 0 ? [el(named(hmrc_names[kind]), pounds(of[kind]))] : []))
  const said = [
    ...amounts(pay, (name) => `${name}Recovered`),
    ...amounts(compensation, (name) => `NICCompensationOn${name}`),
    ...(cis_suffered > 0 ? [el('CISDeductionsSuffered', pounds(cis_suffered))] : []),
  ]
  return said.length === 0 ? [] : [el('RecoverableAmountsYTD', [el('TaxMonth', String(month)), ...said])]
}

const LAST_WITH_STATE_AID = 2025

/** Up to 2025-26 HMRC also asks for the kind of state aid: none. */
const allowanceOf = (tax_year: number): XmlNode[] => [
  el('EmpAllceInd', 'yes'),
  ...(tax_year <= LAST_WITH_STATE_AID ? [el('DeMinimisStateAid', [el('NA', 'yes')])] : []),
]
