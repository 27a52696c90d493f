/** One payslip of a run: the engine's result, its shares by timesheet, and pay besides work. */
import { deemedElement, deemedPayments } from '../deemed/deemed.rules.ts'
import { creditNotes, creditOf, isPayable, mostCredit, takeCredits } from '../deemed/deemed-credit.rules.ts'
import { afterLeaving } from '../employment/after-leaving.rules.ts'
import { calculate } from '../engine/calculate.rules.ts'
import type { Payslip } from '../engine/calculated-payslip.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import { niThatWaits } from '../engine/ni-recovery.rules.ts'
import type { PeriodInput } from '../engine/period-input.rules.ts'
import { isLastPay, tablePeriod } from '../engine/table-period.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import { beforeLetters, rightLetters } from '../engine/waiting-letters.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { paidDays } from '../figures/paid-days.rules.ts'
import {
  type FigurePence,
  figuresOf,
  no_figures,
  penceText,
  sharesOf,
  wholeOf,
} from '../figures/run-figures.rules.ts'
import { type KeptOverpaid, keptOverpaid, type OverpaidFacts } from '../overpayments/overpaid-slip.rules.ts'
import {
  BESIDES,
  type Besides,
  type KeptBesides,
  ownElements,
  releasedBy,
  retainedBy,
  withDifference,
  withFitting,
  withHoliday,
} from './besides.rules.ts'
import type { Computed } from './computed-slip.rules.ts'
import {
  codeText,
  holiday_cost_names,
  inputsOf,
  keptOf,
  linesOf,
  type RunLine,
  type SlipInputs,
} from './computed-slip.rules.ts'
import type { MissingFact, StateOrFault } from './employment-state.server.ts'
import type { CorrectedLetter, EarlierSlip, RunPerson } from './run-people.server.ts'
import type { RunFacts, RunWork } from './run-work.rules.ts'

export type RunSlip = {
  readonly employment_id: string
  readonly contractor_id: string
  readonly worker: string
  readonly tax_code: string
  readonly ni_letter: string
  /** Ten-thousandths. */
  readonly hours: number
  readonly figures: FigurePence
  readonly lines: readonly RunLine[]
  /** Figures of each timesheet: less the figures that they correct, they add up to the payslip. */
  readonly shares: Readonly<Record<string, FigurePence>>
  /** Pay without a timesheet; null for none. */
  readonly besides: KeptBesides | null
  /** Of its work, into the worker's holiday fund. */
  readonly accruals: Besides['accruals']
  readonly kept: Pick<Payslip, 'parts' | 'attached'>
  readonly inputs: SlipInputs
  readonly last_net: Pence | null
}

export type SlipSource = {
  readonly state: StateOrFault
  readonly person: RunPerson
  readonly works: readonly RunWork[]
  readonly earlier: readonly EarlierSlip[]
  readonly letters: readonly CorrectedLetter[]
  readonly besides: Besides
  readonly overpaid: OverpaidFacts
}

/** A payslip with the facts that it was computed from. */
export type MadeSlip = Computed & { readonly inputs: SlipInputs }

export function computeSlip(
  year: TaxYear,
  { pay_day, frequency }: Pick<RunFacts, 'pay_day' | 'frequency'>,
  { state: known, person, works, earlier, letters: corrected, besides: all_besides, overpaid }: SlipSource,
): MadeSlip | MissingFact {
  if ('missing' in known) return known
  const period_number = tablePeriod(pay_day, frequency)
  const isOfPeriod = (one: EarlierSlip) => tablePeriod(one.pay_day, frequency) === period_number
  const recovers = niThatWaits(earlier.flatMap(({ parts }) => parts)).map((one) => one.pay_day)
  const letters = rightLetters(
    earlier.map((one) => one.pay_day),
    corrected,
  )
  const run: Omit<PeriodInput, 'elements'> = {
    ...(recovers.length === 0 ? {} : { recovers }),
    ...(letters.length === 0 ? {} : { letters }),
    pay_day,
    period_number,
    already_paid: earlier.filter(isOfPeriod),
    earlier_parts: earlier.filter((one) => !isOfPeriod(one)).flatMap(({ parts }) => parts),
    after_leaving: afterLeaving(person.has_left, works.length, all_besides.elements),
    is_last_of_year: isLastPay(pay_day, frequency, person.leave_date),
  }
  const besides = withCredits(year, known, run, all_besides)
  const { elements } = besides
  const last = elements.length === 0 ? [] : [{ timesheet_id: BESIDES, elements }]
  const paid = [...works, ...last]
  const all = paid.flatMap((one) => one.elements)
  const without = beforeLetters(run)
  const made = sharesOf(year, known, without ?? run, paid)
  const alone = without === null ? made.slip : calculate(year, known, { ...run, elements: all })
  const state = withOverpaid(known, overpaid, besides, alone)
  const slip = state === known ? alone : calculate(year, state, { ...run, elements: all })
  const moved =
    slip === made.slip ? made.shares : withDifference(made.shares, figuresOf(made.slip), figuresOf(slip))
  const letters_ni = without === null ? null : slip.employer.ni - made.slip.employer.ni
  const is_fee = besides.deemed.length > 0
  const { shares, unbilled } = withFitting(year, works, moved, { letters_ni, is_fee })
  return {
    slip,
    inputs: inputsOf(state, run, all),
    ...{ letters_ni, unbilled },
    days: paidDays(state, run, slip),
    overpaid: state === known ? null : { ...overpaid, change: -slip.deductions.overpayment },
    own: ownOf(year, state, run, works, besides) ?? slip,
    works,
    besides,
    shares: withHoliday(shares, besides),
    code_text: state.code.text,
    is_week1: state.code.is_week1,
    ni_letter: state.ni_letter,
    tax_to_date: state.ytd.tax + state.previous.tax,
  }
}

/**
 * The state with the overpayment, where the payslip would be below zero or the worker owes something. Fees of a company are
 * taken as far as they leave nothing below zero, so that they have none.
 */
function withOverpaid(
  state: EmploymentState,
  { left, plan }: OverpaidFacts,
  { deemed, credits }: Besides,
  { net }: Payslip,
): EmploymentState {
  if (deemed.length + credits.length > 0 || (net >= 0 && left === 0)) return state
  return { ...state, overpaid: { left, plan } }
}

export const hasCorrections = ({ deemed, credits }: Besides): boolean =>
  credits.length > 0 || deemed.some(({ for_pay_day }) => for_pay_day !== null)

/** With as much credit of earlier fees as the payslip can take, and a note of the rest. */
function withCredits(
  year: TaxYear,
  state: EmploymentState,
  run: Omit<PeriodInput, 'elements'>,
  besides: Besides,
): Besides {
  const { elements, deemed, credits, notes } = besides
  if (credits.length === 0) return besides
  const taken = (credit: Pence) => takeCredits(credits, credit)
  const amount = mostCredit(creditOf(credits), (credit) =>
    isPayable(
      calculate(year, state, { ...run, elements: [...elements, ...taken(credit).map(deemedElement)] }),
    ),
  )
  return {
    ...besides,
    elements: [...elements, ...taken(amount).map(deemedElement)],
    deemed: [...deemed, ...taken(amount)],
    notes: [...notes, ...creditNotes(credits, amount)],
  }
}

/** The payslip without corrections, recovered National Insurance and corrected letters; null where it has none. */
function ownOf(
  year: TaxYear,
  state: EmploymentState,
  run: Omit<PeriodInput, 'elements'>,
  works: readonly RunWork[],
  { elements: apart }: Besides,
): Payslip | null {
  const first_time = works.filter(({ corrects }) => corrects === null)
  const own = ownElements(apart)
  const { recovers, letters, ...alone } = run
  const has_again = recovers !== undefined || letters !== undefined
  if (!has_again && first_time.length === works.length && own.length === apart.length) return null
  const elements = [...first_time.flatMap((work) => work.elements), ...own]
  return calculate(year, state, { ...alone, elements })
}

export function slipOf(
  employment_id: string,
  { contractor_id, name, before }: RunPerson,
  computed: MadeSlip,
): RunSlip {
  const { slip, shares, works, besides, letters_ni, unbilled, ni_letter, inputs, overpaid } = computed
  const corrected = works.filter(({ corrects }) => corrects !== null).map(({ human_id }) => human_id)
  const kept = overpaid && keptOverpaid(overpaid, { change: overpaid.change, corrected })
  return {
    employment_id,
    contractor_id,
    worker: name,
    tax_code: codeText(inputs.state.code),
    ni_letter,
    hours: computed.own.minimum_wage.hours,
    figures: { ...figuresOf(slip), holiday_pay_retained: retainedBy(besides) - releasedBy(besides) },
    lines: [...linesOf(slip), ...holidayLines(besides)],
    shares: Object.fromEntries(works.map((work) => [work.timesheet_id, wholeOf(work, shares)])),
    besides:
      besides.elements.length === 0 && letters_ni === null && unbilled === null && kept === null
        ? null
        : keptBesides(besides, { letters_ni, unbilled, overpaid: kept }, shares.get(BESIDES)),
    accruals: besides.accruals,
    kept: keptOf(slip),
    inputs,
    last_net: before[0]?.net ?? null,
  }
}

/** The employer's cost of holiday besides pay. */
const holidayLines = ({ accruals, holiday }: Besides): RunLine[] => [
  ...accruals.map(({ amount, sentence }) => ({
    part: 'employer' as const,
    name: holiday_cost_names[0],
    amount: penceText(amount),
    why: sentence,
  })),
  ...holiday.map(({ released, sentence }) => ({
    part: 'employer' as const,
    name: holiday_cost_names[1],
    amount: penceText(-released),
    why: sentence,
  })),
]

const keptBesides = (
  { statutory, holiday, deemed }: Besides,
  {
    letters_ni,
    unbilled,
    overpaid,
  }: Pick<Computed, 'letters_ni' | 'unbilled'> & {
    readonly overpaid: KeptOverpaid | null
  },
  figures: FigurePence = no_figures,
): KeptBesides => ({
  ...(letters_ni === null ? {} : { letters_ni }),
  ...(unbilled === null ? {} : { unbilled }),
  ...(overpaid === null ? {} : { overpaid }),
  statutory,
  holiday,
  deemed: deemedPayments(deemed, figures),
  figures,
})
