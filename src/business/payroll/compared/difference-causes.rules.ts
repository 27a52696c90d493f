/**
 * Why a bureau's payslip differs from the engine's: the smallest set of causes with which the engine comes to the
 * bureau's figures. Pure; amounts are pence.
 */
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { calculate } from '../engine/calculate.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import { PENSION_RELIEFS, type PensionRelief } from '../engine/pension.rules.ts'
import type { PeriodInput } from '../engine/period-input.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { figuresOf } from '../figures/run-figures.rules.ts'
import { codeText, type StatedFacts } from '../figures/stated-facts.rules.ts'
import { type ComparedFigure, compared_figures, differsBeyondRounding } from './compared-figures.rules.ts'
import type { FoundCause } from './difference-cause.rules.ts'

export type Amounts = Readonly<Record<ComparedFigure, Pence>>

export type SlipToExplain = {
  readonly year: TaxYear
  readonly state: EmploymentState
  readonly run: PeriodInput
  readonly bureau: Amounts
  readonly stated: StatedFacts
}

/** A possible cause: the facts or figures that are the bureau's in a trial. */
type Trial = FoundCause & {
  readonly state?: (state: EmploymentState) => EmploymentState
  readonly elements?: readonly PayElement[]
  /** Figures that are taken as the bureau states them. */
  readonly given?: readonly ComparedFigure[]
}

const pounds = (amount: Pence): string => displayMoney(money(amount, GBP))
const pension_figures = ['employee_pension', 'employer_pension'] as const
const taxed_figures = ['employer_ni', 'employee_ni', 'income_tax'] as const

/** The causes of one payslip; none where all figures are equal. */
export function causesOf(slip: SlipToExplain): readonly FoundCause[] {
  const own = amountsWith(slip, [])
  if (compared_figures.every((name) => own[name] === slip.bureau[name])) return []
  if (agrees(slip, own))
    return [{ cause: 'rounding', sentence: 'No figure differs by more than the penny of rounding' }]
  const trials = trialsOf(slip, own)
  const found = smallestSet(trials, (set) => agrees(slip, amountsWith(slip, set)))
  if (found) return found.map(({ cause, sentence }) => ({ cause, sentence }))
  const stated = trials.filter(({ cause }) => cause === 'tax_code' || cause === 'ni_letter')
  const pay = otherPay(slip, stated)
  return [
    ...stated.map(({ cause, sentence }) => ({ cause, sentence })),
    pay === null
      ? {
          cause: 'not_explained',
          sentence: 'No code, basis, letter, pension or other pay of the period explains it',
        }
      : {
          cause: 'other_pay',
          sentence: `The bureau’s tax and National Insurance are those of pay of ${pounds(pay)}`,
        },
  ]
}

/** The engine's figures with the trials, in the fields of the comparison. */
function amountsWith({ year, state, run, bureau }: SlipToExplain, trials: readonly Trial[]): Amounts {
  const changed = trials.reduce((of, trial) => trial.state?.(of) ?? of, state)
  const elements = [...run.elements, ...trials.flatMap((trial) => trial.elements ?? [])]
  const computed = figuresOf(calculate(year, changed, { ...run, elements }))
  const given = trials.flatMap((trial) => trial.given ?? [])
  const amounts = Object.fromEntries(
    compared_figures.map((name) => [name, given.includes(name) ? bureau[name] : computed[name]]),
  ) as Record<ComparedFigure, Pence> // Every figure once.
  const gross = run.elements.reduce((sum, { amount }) => sum + amount, 0)
  const { income_tax, employee_ni, employee_pension, student_loan, other_deductions } = amounts
  const net_pay = gross - income_tax - employee_ni - employee_pension - student_loan - other_deductions
  return { ...amounts, net_pay }
}

const agrees = (
  { bureau }: SlipToExplain,
  own: Amounts,
  figures: readonly ComparedFigure[] = compared_figures,
) => figures.every((name) => !differsBeyondRounding(name, bureau[name] - own[name]))

/** Causes that the facts or the figures allow; each group of alternatives is of one cause. */
function trialsOf(slip: SlipToExplain, own: Amounts): readonly Trial[] {
  return [...codeTrials(slip), ...letterTrials(slip), ...pensionTrials(slip, own), ...givenTrials(slip, own)]
}

const basisText = (is_week1: boolean) => (is_week1 ? 'of the period alone' : 'of the year to date')

function codeTrials({ state: { code }, stated }: SlipToExplain): readonly Trial[] {
  const used = stated.code
  if (used !== null && used.text !== code.text)
    return [
      {
        cause: 'tax_code',
        sentence: `The bureau used tax code ${codeText(used)}; ${codeText(code)} is in force`,
        state: (of) => ({ ...of, code: used }),
      },
    ]
  if (used !== null && used.is_week1 === code.is_week1) return []
  const is_week1 = !code.is_week1
  return [
    {
      cause: 'basis',
      sentence: `The bureau’s tax is that ${basisText(is_week1)}; code ${codeText(code)} is in force`,
      state: (of) => ({ ...of, code: { ...of.code, is_week1 } }),
    },
  ]
}

function letterTrials({ state: { ni_letter }, stated: { letter } }: SlipToExplain): readonly Trial[] {
  if (letter === null || letter === ni_letter) return []
  return [
    {
      cause: 'ni_letter',
      sentence: `The bureau used NI letter ${letter}; ${ni_letter} is in force`,
      state: (of) => ({ ...of, ni_letter: letter }),
    },
  ]
}

/** Contributions as the bureau states them, by each way of relief that the pension may have. */
function pensionTrials({ state, bureau }: SlipToExplain, own: Amounts): readonly Trial[] {
  if (pension_figures.every((name) => !differsBeyondRounding(name, bureau[name] - own[name]))) return []
  const both = (of: Amounts) => `${pounds(of.employee_pension)} and ${pounds(of.employer_pension)}`
  const reliefs = state.pension === null ? PENSION_RELIEFS : [state.pension.relief]
  return reliefs.map((relief) => ({
    cause: 'pension',
    sentence: `Pension of worker and employer is ${both(bureau)} at the bureau; here it is ${both(own)}`,
    state: (of) => ({ ...of, pension: null, pension_refund: null }),
    elements: relievedBy(relief, bureau.employee_pension),
    given: pension_figures,
  }))
}

/** Pay that a contribution takes out of tax, and out of National Insurance. */
const relievedBy = (relief: PensionRelief, amount: Pence): readonly PayElement[] =>
  relief === 'at_source' || amount === 0
    ? []
    : [
        {
          kind: 'bonus',
          amount: -amount,
          taxable: true,
          niable: relief === 'salary_sacrifice',
          pensionable: false,
          nmw: false,
        },
      ]

const given_causes = {
  student_loan: 'Student loans are',
  other_deductions: 'Other deductions are',
  apprenticeship_levy: 'The apprenticeship levy is',
} as const

function givenTrials({ bureau }: SlipToExplain, own: Amounts): readonly Trial[] {
  return (Object.keys(given_causes) as (keyof typeof given_causes)[]) // Its own keys.
    .filter((name) => differsBeyondRounding(name, bureau[name] - own[name]))
    .map((name) => ({
      cause: name,
      sentence: `${given_causes[name]} ${pounds(bureau[name])} at the bureau and ${pounds(own[name])} here`,
      given: [name],
    }))
}

/** The first smallest set that explains all, with each cause once; null without one. */
function smallestSet(
  trials: readonly Trial[],
  explains: (set: readonly Trial[]) => boolean,
): readonly Trial[] | null {
  let sets: readonly (readonly [number, readonly Trial[]])[] = [[0, []]]
  while (sets.length > 0) {
    sets = sets.flatMap(([from, set]) =>
      trials
        .slice(from)
        .flatMap((trial, at): (readonly [number, readonly Trial[]])[] =>
          set.some(({ cause }) => cause === trial.cause) ? [] : [[from + at + 1, [...set, trial]]],
        ),
    )
    const found = sets.find(([, set]) => explains(set))
    if (found) return found[1]
  }
  return null
}

/** Pay of a period is looked for up to four times the payslip's, and £1,000. */
const TIMES = 4
const AT_LEAST: Pence = 100_000

/** Pay of the period with the bureau's tax and National Insurance under the stated facts; null without one. */
function otherPay(slip: SlipToExplain, stated: readonly Trial[]): Pence | null {
  const measure = taxed_figures.find((name) => slip.bureau[name] > 0)
  if (measure === undefined) return null
  const gross = slip.run.elements.reduce((sum, { amount }) => sum + amount, 0)
  const amountsOf = (pay: Pence) =>
    amountsWith(
      { ...slip, run: { ...slip.run, elements: [...slip.run.elements, payOf(pay - gross)] } },
      stated,
    )
  /** The lowest pay of which the figure is at least `amount`. */
  const lowest = (amount: Pence): Pence => {
    let [low, high] = [0, gross * TIMES + AT_LEAST]
    while (low < high) {
      const middle = (low + high - ((low + high) % 2)) / 2
      if (amountsOf(middle)[measure] >= amount) high = middle
      else low = middle + 1
    }
    return low
  }
  const ends = [lowest(slip.bureau[measure]), lowest(slip.bureau[measure] + 1) - 1]
  return ends.find((pay) => pay !== gross && agrees(slip, amountsOf(pay), taxed_figures)) ?? null
}

const payOf = (amount: Pence): PayElement => ({
  kind: 'basic',
  amount,
  taxable: true,
  niable: true,
  pensionable: false,
  nmw: false,
})
