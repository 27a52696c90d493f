/** A payslip of a run as it is stored, and the same computed again from its stored inputs. Pure; amounts are pence. */
import { taxYearOf } from '../employment/tax-code-source.rules.ts'
import { calculate } from '../engine/calculate.rules.ts'
import type { Payslip } from '../engine/calculated-payslip.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import { LINE_WORDS, line_names } from '../engine/line-why.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import type { PeriodInput } from '../engine/period-input.rules.ts'
import { type FigurePence, figuresOf, penceText } from '../figures/run-figures.rules.ts'

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
