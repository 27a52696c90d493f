/** Figures of payslips for HMRC, of one payment or several, from the engine's stored results. Pure; amounts are pence. */
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import type { NiBands } from '../engine/national-insurance.rules.ts'
import type { LoanPlan, NiLetter } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'

/** Statutory pay that HMRC reads to date: sick pay is none of it. */
export const reported_pay = ['smp', 'spp', 'sap', 'shpp', 'spbp', 'sncp'] as const
export type ReportedPay = (typeof reported_pay)[number]

/** A payslip of a run, as it was issued. */
export type Slip = {
  readonly pay_day: string
  readonly tax_code: string
  /** Ten-thousandths. */
  readonly hours: number
  readonly gross: Pence
  readonly tax: Pence
  /** Includes salary sacrificed for the pension. */
  readonly employee_pension: Pence
  readonly other_deductions: Pence
  readonly parts: readonly PeriodPart[]
  /** Statutory pay besides sick pay, by kind; negative where it is taken back. */
  readonly statutory: Readonly<Partial<Record<ReportedPay, Pence>>>
  /** Its leaving was settled before: HMRC is told so. */
  readonly is_after_leaving?: boolean
  /** A correction of the ended year: a difference, of no hours. */
  readonly is_correction?: boolean
}

export type NiBlock = {
  readonly letter: NiLetter
  readonly earnings: Pence
  readonly employee: Pence
  readonly employer: Pence
  readonly bands: NiBands
}

export type Told = {
  readonly gross: Pence
  readonly taxable: Pence
  readonly tax: Pence
  readonly student_loan: Pence
  readonly postgraduate_loan: Pence
  /** Under a net pay arrangement, and other contributions from pay. */
  readonly pension_net_pay: Pence
  readonly pension_at_source: Pence
  readonly sacrificed: Pence
  readonly other_deductions: Pence
  readonly ni: ReadonlyMap<NiLetter, NiBlock>
  readonly statutory: Readonly<Record<ReportedPay, Pence>>
}

/** An amount of each kind. */
export const eachReported = (amount: (kind: ReportedPay) => Pence): Readonly<Record<ReportedPay, Pence>> =>
  Object.fromEntries(reported_pay.map((kind) => [kind, amount(kind)])) as Record<ReportedPay, Pence> // Every kind.

const add = <R>(rows: readonly R[], of: (row: R) => Pence): Pence =>
  rows.reduce((sum, row) => sum + of(row), 0)

function niOf(parts: readonly PeriodPart[]): ReadonlyMap<NiLetter, NiBlock> {
  return new Map(
    [...Map.groupBy(parts, ({ ni_letter }) => ni_letter)].map(([letter, own]) => [
      letter,
      {
        letter,
        earnings: add(own, ({ niable }) => niable),
        employee: add(own, ({ employee_ni }) => employee_ni),
        employer: add(own, ({ employer_ni }) => employer_ni),
        bands: {
          at_lel: add(own, ({ bands }) => bands.at_lel),
          lel_pt: add(own, ({ bands }) => bands.lel_pt),
          pt_uel: add(own, ({ bands }) => bands.pt_uel),
        },
      },
    ]),
  )
}

type Relief = NonNullable<PeriodPart['pension']>['terms']['relief']

function reliefOf(parts: readonly PeriodPart[]): Relief | null {
  return parts.findLast(({ pension }) => pension !== null)?.pension?.terms.relief ?? null
}

/**
 * Figures of these payslips.
 * @param all payslips of the year, which tell how a refund of contributions was made
 */
export function toldOf(slips: readonly Slip[], all: readonly Slip[] = slips): Told {
  const parts = slips.flatMap((slip) => slip.parts)
  const loans = (wanted: (plan: LoanPlan) => boolean) =>
    add(parts, (part) =>
      add(Object.entries(part.loans) as [LoanPlan, Pence][], ([plan, due]) => (wanted(plan) ? due : 0)),
    ) // Keys are plans.
  const taken = (relief: Relief) =>
    add(parts, ({ pension }) => (pension?.terms.relief === relief ? pension.taken : 0))
  const known = taken('net_pay') + taken('at_source') + taken('salary_sacrifice')
  // Contributions that went back after an opt-out are in no part.
  const refund = add(slips, ({ employee_pension }) => employee_pension) - known
  const relief = reliefOf(all.flatMap((slip) => slip.parts)) ?? 'at_source'
  const withRefund = (of: Relief) => taken(of) + (relief === of ? refund : 0)
  return {
    gross: add(slips, ({ gross }) => gross),
    taxable: add(parts, ({ taxable }) => taxable),
    tax: add(slips, ({ tax }) => tax),
    student_loan: loans((plan) => plan !== 'postgraduate'),
    postgraduate_loan: loans((plan) => plan === 'postgraduate'),
    pension_net_pay: withRefund('net_pay'),
    pension_at_source: withRefund('at_source'),
    sacrificed: withRefund('salary_sacrifice'),
    other_deductions: add(slips, ({ other_deductions }) => other_deductions),
    ni: niOf(parts),
    statutory: eachReported((kind) => add(slips, ({ statutory }) => statutory[kind] ?? 0)),
  }
}

const weeks_a_period = { week: [1, 1], fortnight: [2, 1], four_week: [4, 1], month: [52, 12] } as const

/** Hours a week up to which a band goes. */
const bands = [
  ['A', 16],
  ['B', 24],
  ['C', 30],
] as const
const SCALE = 10_000

/** HMRC's band of usual hours, of these payslips together. */
export function hoursBand(
  slips: readonly Pick<Slip, 'hours'>[],
  frequency: keyof typeof weeks_a_period,
  is_irregular: boolean,
): 'A' | 'B' | 'C' | 'D' | 'E' {
  const hours = add(slips, (slip) => slip.hours)
  if (is_irregular || hours <= 0) return 'E'
  const [weeks, of] = weeks_a_period[frequency]
  const isBelow = (limit: number) => hours * of < limit * SCALE * weeks * slips.length
  return bands.find(([, limit]) => isBelow(limit))?.[0] ?? 'D'
}
