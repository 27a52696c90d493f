/** The payslips of a run, from stored facts alone: a few statements for any number of workers. */
import { createHash } from 'node:crypto'
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { deemedElement, deemedPayments } from '../deemed/deemed.rules.ts'
import { creditNotes, creditOf, isPayable, mostCredit, takeCredits } from '../deemed/deemed-credit.rules.ts'
import { noRates, taxYearOf } from '../employment/tax-code-source.rules.ts'
import { calculate } from '../engine/calculate.rules.ts'
import type { Payslip } from '../engine/calculated-payslip.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import { niThatWaits } from '../engine/ni-recovery.rules.ts'
import type { PeriodInput } from '../engine/period-input.rules.ts'
import { isLastPeriod, tablePeriod } from '../engine/table-period.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import { beforeLetters, rightLetters } from '../engine/waiting-letters.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import {
  type FigurePence,
  figuresOf,
  no_figures,
  penceText,
  sharesOf,
  wholeOf,
} from '../figures/run-figures.rules.ts'
import {
  BESIDES,
  type Besides,
  type KeptBesides,
  no_besides,
  ownElements,
  releasedBy,
  retainedBy,
  withHoliday,
  withLetters,
} from './besides.rules.ts'
import {
  codeText,
  holiday_cost_names,
  inputsOf,
  keptOf,
  linesOf,
  type RunLine,
  type SlipInputs,
} from './computed-slip.rules.ts'
import type { EmploymentFacts, StateOrFault } from './employment-state.server.ts'
import { employmentStates } from './employment-state.server.ts'
import { latePay } from './late-pay.rules.ts'
import { readBesides } from './run-besides.server.ts'
import {
  type Computed,
  checkPayslip,
  checkRun,
  creditsWait,
  type Finding,
  leftOut,
  missing,
} from './run-checks.rules.ts'
import {
  type CorrectedLetter,
  type EarlierSlip,
  type RunPerson,
  readCorrectedLetters,
  readEarlier,
  readLastRun,
  readPersons,
  readRecovering,
} from './run-people.server.ts'
import type { LeftOut, RunFacts, RunWork } from './run-work.rules.ts'
import { readRunWork } from './run-work.server.ts'
import { withoutUnraisable } from './unraisable-work.server.ts'

export type RunRow = RunFacts & {
  readonly currency_id: string
  readonly provider_id: string
  readonly left_out?: readonly LeftOut[]
}

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

export type ComputedRun = {
  readonly slips: readonly RunSlip[]
  readonly findings: readonly Finding[]
  readonly last_net: Pence | null
  /** Authors of the corrected letters on the payslips, as ids of users. */
  readonly entered_by: readonly string[]
  /** Two computations of the same facts have the same. */
  readonly hash: string
}

/** Called every few workers with the number of computed workers and of all. @throws to stop the computing */
export type FollowSlips = (done: number, total: number) => Promise<void>

/** @throws precondition without rates of the tax year */
export async function computeRun(
  context: VerbContext,
  run: RunRow,
  follow: FollowSlips = async () => {},
): Promise<ComputedRun> {
  const { tx } = context
  const year = taxYearOf(run.pay_day)
  if (year === null) throw precondition(noRates(run.pay_day))
  const waits = new Set(run.left_out?.map(({ timesheet_id }) => timesheet_id))
  const work = (await readRunWork(tx, run)).filter(({ timesheet_id }) => !waits.has(timesheet_id))
  const works = Map.groupBy(work, ({ employment_id }) => employment_id)
  const besides = await readBesides(context, run, works, waits)
  const apart = [...besides]
    .filter(([, { elements, credits }]) => elements.length + credits.length > 0)
    .map(([id]) => id)
  const employments = await readEmployments(context, [...new Set([...works.keys(), ...apart])])
  const states = await employmentStates(context, year, employments, run.pay_day)
  const persons = await readPersons(context, run, employments)
  const letters = await readCorrectedLetters(tx, run, employments)
  const again = [...correctedOf(works, besides, letters), ...(await readRecovering(tx, run, employments))]
  const earlier = await readEarlier(tx, run, employments, again)
  const known = new Map<string, Outcome>()
  const outcomeOf = (employment: EmploymentFacts, left_out: ReadonlyMap<string, string>): Outcome => {
    const person = persons.get(employment.id)
    const state = states.get(employment.id)
    if (person === undefined || state === undefined) return nothing
    const all = works.get(employment.id) ?? []
    const out = all.filter(({ timesheet_id }) => left_out.has(timesheet_id))
    // Work that is left out later concerns its own worker alone.
    const key = [employment.id, ...out.map(({ timesheet_id }) => timesheet_id)].join(' ')
    const before = known.get(key)
    if (before) return before
    const made = slipOrFindings(year, run, employment.id, {
      state,
      person,
      works: all.filter((work) => !out.includes(work)),
      earlier: earlier.get(employment.id) ?? [],
      letters: letters.get(employment.id) ?? [],
      besides: besides.get(employment.id) ?? no_besides,
    })
    const told = out.flatMap((work) => leftOut(person, work, left_out.get(work.timesheet_id)))
    const outcome = { slip: made.slip, findings: [...told, ...made.findings] }
    known.set(key, outcome)
    return outcome
  }
  const compute = async (left_out: ReadonlyMap<string, string>) => {
    const outcomes: Outcome[] = []
    for (const [at, employment] of employments.entries()) {
      // Others are served meanwhile, and the database does not take the transaction for idle.
      if (at % AT_ONCE === AT_ONCE - 1 || at === employments.length - 1) {
        await tx.rows('select 1')
        await follow(at + 1, employments.length)
      }
      outcomes.push(outcomeOf(employment, left_out))
    }
    return {
      slips: outcomes.flatMap(({ slip }) => slip ?? []),
      findings: outcomes.flatMap((one) => one.findings),
    }
  }
  const { slips, findings } = await withoutUnraisable(context, run, [...works.values()].flat(), compute)
  const last = await readLastRun(
    tx,
    run,
    // Of work that is left out its own finding speaks.
    [...slips, ...findings.filter(({ code }) => code === 'N10')].flatMap(
      ({ contractor_id }) => contractor_id ?? [],
    ),
  )
  const net = slips.reduce((sum, { figures }) => sum + figures.net_pay, 0)
  findings.push(...checkRun({ ...last, net, late: latePay(run.pay_day, paidWork(work, slips)) }))
  const entered_by = authorsOf(slips, letters)
  return { slips, findings, last_net: last.last_net, entered_by, hash: hashOf(slips) }
}

/** Employments with a corrected letter, corrected work or a credited fee: their earlier payslips are computed again. */
const correctedOf = (
  works: ReadonlyMap<string, readonly RunWork[]>,
  besides: ReadonlyMap<string, Besides>,
  letters: ReadonlyMap<string, unknown>,
): string[] => [
  ...letters.keys(),
  ...[...works].filter(([, of]) => of.some(({ corrects }) => corrects !== null)).map(([id]) => id),
  ...[...besides].filter(([, one]) => hasCorrections(one)).map(([id]) => id),
]

/** Authors of the letters that these payslips correct, as ids of users. */
const authorsOf = (
  slips: readonly RunSlip[],
  letters: ReadonlyMap<string, readonly CorrectedLetter[]>,
): string[] =>
  slips
    .filter(({ besides }) => besides?.letters_ni !== undefined)
    .flatMap(({ employment_id }) => (letters.get(employment_id) ?? []).map((one) => one.entered_by))

/** The work on the payslips: some may be left out. */
function paidWork(work: readonly RunWork[], slips: readonly RunSlip[]): RunWork[] {
  const paid = new Set(slips.flatMap(({ shares }) => Object.keys(shares)))
  return work.filter(({ timesheet_id }) => paid.has(timesheet_id))
}

const readEmployments = ({ tx }: VerbContext, ids: readonly string[]): Promise<EmploymentFacts[]> =>
  tx.rows<EmploymentFacts>(
    `select id, contractor_id, paye_scheme_id, payroll_id, start_date, leave_date, pay_frequency, is_irregular_hours, is_irregularly_paid,
       rolled_up_percent, retained_percent, workplace_postcode, director_from, director_to, director_method, off_payroll, provider_id, agency_id,
       p45_leave_date, p45_pay_to_date,
       p45_tax_to_date
     from business.employment where id = any ($1) order by payroll_id, id`,
    [ids],
  )

/** Payslips between two looks at the rest of the world. */
const AT_ONCE = 100

type Outcome = { readonly slip: RunSlip | null; readonly findings: readonly Finding[] }

const nothing: Outcome = { slip: null, findings: [] }

function slipOrFindings(year: TaxYear, run: RunRow, employment_id: string, facts: Facts): Outcome {
  const { person, works, besides } = facts
  if (works.length + besides.elements.length === 0)
    return besides.credits.length === 0 ? nothing : { slip: null, findings: creditsWait(person, besides) }
  const computed = computeSlip(year, run, facts)
  if ('missing' in computed) return { slip: null, findings: [missing(person, computed.missing)] }
  return {
    slip: slipOf(employment_id, person, computed),
    findings: checkPayslip(year, run, person, computed),
  }
}

type Facts = {
  readonly state: StateOrFault
  readonly person: RunPerson
  readonly works: readonly RunWork[]
  readonly earlier: readonly EarlierSlip[]
  readonly letters: readonly CorrectedLetter[]
  readonly besides: Besides
}

type Made = Computed & { readonly inputs: SlipInputs }

function computeSlip(
  year: TaxYear,
  { pay_day, frequency }: RunRow,
  { state, person, works, earlier, letters: corrected, besides: all_besides }: Facts,
): Made | { readonly missing: string } {
  if ('missing' in state) return state
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
    after_leaving: person.has_left ? 'regular' : null,
    is_last_of_year: isLastPeriod(period_number, frequency),
  }
  const besides = withCredits(year, state, run, all_besides)
  const { elements } = besides
  const last = elements.length === 0 ? [] : [{ timesheet_id: BESIDES, elements }]
  const paid = [...works, ...last]
  const all = paid.flatMap((one) => one.elements)
  const without = beforeLetters(run)
  const made = sharesOf(year, state, without ?? run, paid)
  const slip = without === null ? made.slip : calculate(year, state, { ...run, elements: all })
  const shares =
    without === null ? made.shares : withLetters(made.shares, figuresOf(made.slip), figuresOf(slip))
  return {
    slip,
    inputs: inputsOf(state, run, all),
    letters_ni: without === null ? null : slip.employer.ni - made.slip.employer.ni,
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

const hasCorrections = ({ deemed, credits }: Besides): boolean =>
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

function slipOf(employment_id: string, { contractor_id, name, before }: RunPerson, computed: Made): RunSlip {
  const { slip, shares, works, besides, letters_ni, ni_letter, inputs } = computed
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
      besides.elements.length === 0 && letters_ni === null
        ? null
        : keptBesides(besides, letters_ni, shares.get(BESIDES)),
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
  letters_ni: Pence | null,
  figures: FigurePence = no_figures,
): KeptBesides => ({
  ...(letters_ni === null ? {} : { letters_ni }),
  statutory,
  holiday,
  deemed: deemedPayments(deemed, figures),
  figures,
})

const hashOf = (slips: readonly RunSlip[]): string =>
  createHash('sha256')
    .update(JSON.stringify(slips.map(({ last_net: _, inputs: __, ...slip }) => slip)))
    .digest('hex')
