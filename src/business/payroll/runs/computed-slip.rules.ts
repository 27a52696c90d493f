/** A payslip of a run as computed and as stored, and the same computed again from its stored inputs. Pure; amounts are pence. */
import type { Day } from '#kernel/day.ts'
import { taxYearOf } from '../employment/tax-code-source.rules.ts'
import { calculate } from '../engine/calculate.rules.ts'
import type { Payslip } from '../engine/calculated-payslip.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import { LINE_WORDS, line_names } from '../engine/line-why.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import type { PeriodInput } from '../engine/period-input.rules.ts'
import type { NiLetter } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import type { UnbilledCosts } from '../figures/fitting-shares.rules.ts'
import type { PaidDay } from '../figures/paid-days.rules.ts'
import { type FigurePence, figuresOf, penceText } from '../figures/run-figures.rules.ts'
import type { OverpaidFacts } from '../overpayments/overpaid-slip.rules.ts'
import type { Membership } from '../pension/membership.rules.ts'
import type { PensionDuties } from '../pension/re-enrolment.rules.ts'
import type { Besides } from './besides.rules.ts'
import type { RunWork } from './run-work.rules.ts'

export type RunLine = {
  readonly part: 'pay' | 'deduction' | 'employer'
  readonly name: string
  /** A deduction is below zero, a refund above. */
  readonly amount: string
  readonly why: string
  /** Pay without a timesheet. */
  readonly is_besides?: true
}

/** The facts that a payslip was computed from, and the edition of its sentences. */
export type SlipInputs = {
  readonly state: EmploymentState
  readonly run: PeriodInput
  readonly words: number
}

/** Facts of a worker that the checks need beside the state of the employment. */
export type Person = {
  readonly contractor_id: string
  readonly name: string
  readonly born: Day | null
  /** Why the account cannot be paid to; null where it can. */
  readonly account_fault: string | null
  /** Workers of the agency who are paid into the same account, by any run. */
  readonly shares_account_with: readonly string[]
  /** The P45 says that a student loan continues, and none was entered. */
  readonly lacks_p45_loan: boolean
  /** Employers of the same associated group that employ the worker, too. */
  readonly also_paid_by: readonly string[]
  /** The first pay day of the code in force. */
  readonly code_since: Day
  /** The first pay day of the NI letter in force. */
  readonly letter_since: Day
  /** The pension membership in force on the pay day. */
  readonly membership: Membership | null
  /** Of the employer. */
  readonly duties: PensionDuties
  /** Up to four payslips before, the last one first. */
  readonly before: readonly { readonly net: Pence; readonly gross: Pence }[]
}

/** A payslip as computed, with the facts that its checks need. */
export type Computed = {
  readonly slip: Payslip
  /** The payslip without corrections of earlier pay days. */
  readonly own: Payslip
  readonly works: readonly RunWork[]
  readonly besides: Besides
  readonly shares: ReadonlyMap<string, FigurePence>
  /** The employer's National Insurance of corrected letters; null where the payslip takes none. */
  readonly letters_ni: Pence | null
  /** Costs that neither a timesheet nor pay besides work can hold; null where all figures fit. */
  readonly unbilled: UnbilledCosts | null
  /** The own pay day and those that the payslip corrects; null for a director with National Insurance of the whole year. */
  readonly days: readonly PaidDay[] | null
  /** With the change by the payslip; null where it concerns no overpayment. */
  readonly overpaid: (OverpaidFacts & { readonly change: Pence }) | null
  readonly code_text: string
  readonly is_week1: boolean
  readonly ni_letter: NiLetter
  readonly tax_to_date: Pence
}

/** Costs of holiday funds are on the payslip besides the engine's lines. */
export const holiday_cost_names = ['Holiday pay retained', 'Holiday pay released'] as const

/** Parts of earlier payslips are kept only where an element corrects one. */
export function inputsOf(
  state: EmploymentState,
  run: Omit<PeriodInput, 'elements'>,
  elements: readonly PayElement[],
): SlipInputs {
  const corrects =
    run.recovers !== undefined ||
    run.letters !== undefined ||
    elements.some(({ for_pay_day }) => for_pay_day !== undefined)
  return {
    state,
    run: { ...run, elements, earlier_parts: corrects ? run.earlier_parts : [] },
    words: LINE_WORDS,
  }
}

export const linesOf = (slip: Payslip): RunLine[] =>
  slip.lines.map(({ part, element, amount, why, inputs, timesheet_id }) => ({
    part,
    name: part === 'pay' ? String(inputs.name) : line_names[element],
    amount: penceText(part === 'deduction' ? -amount : amount),
    why,
    ...(part === 'pay' && timesheet_id === undefined ? { is_besides: true as const } : {}),
  }))

export const keptOf = ({ parts, attached }: Payslip): Pick<Payslip, 'parts' | 'attached'> => ({
  parts,
  attached,
})

export const codeText = ({ text, is_week1 }: EmploymentState['code']): string =>
  is_week1 ? `${text} W1/M1` : text

/** The columns of a stored payslip that the engine alone determines. */
export type EngineSlip = {
  readonly tax_code: string
  readonly ni_letter: string
  readonly figures: Omit<FigurePence, 'holiday_pay_retained'>
  readonly lines: readonly RunLine[]
  readonly kept: Pick<Payslip, 'parts' | 'attached'>
}

/** @returns null for a pay day of a tax year without rates */
export function computedAgain({ state, run }: Omit<SlipInputs, 'words'>): EngineSlip | null {
  const year = taxYearOf(run.pay_day)
  if (year === null) return null
  const slip = calculate(year, state, run)
  const { holiday_pay_retained: _, ...figures } = figuresOf(slip)
  return {
    tax_code: codeText(state.code),
    ni_letter: state.ni_letter,
    figures,
    lines: linesOf(slip),
    kept: keptOf(slip),
  }
}

/** Parts of a stored payslip that the engine computes otherwise from its inputs; none = it is as it was computed. */
export function changedParts(stored: EngineSlip & { readonly inputs: SlipInputs }): readonly string[] {
  const again = computedAgain(stored.inputs)
  if (again === null) return ['tax year']
  // Sentences of an earlier edition have other words, and the same amounts.
  const comparable = (lines: readonly RunLine[]) =>
    lines
      .filter(({ name }) => !holiday_cost_names.some((one) => one === name))
      .map(({ why, ...line }) => (stored.inputs.words === LINE_WORDS ? { why, ...line } : line))
  const pairs = {
    'tax code': [stored.tax_code, again.tax_code],
    'NI letter': [stored.ni_letter, again.ni_letter],
    amounts: [stored.figures, again.figures],
    lines: [comparable(stored.lines), comparable(again.lines)],
    parts: [stored.kept, again.kept],
  }
  return Object.entries(pairs)
    .filter(([, [was, is]]) => sortedText(was) !== sortedText(is))
    .map(([part]) => part)
}

/** The database keeps the fields of JSON in an order of its own. */
const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_, of: unknown) =>
    of !== null && typeof of === 'object' && !Array.isArray(of)
      ? Object.fromEntries(Object.entries(of).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : of,
  )
