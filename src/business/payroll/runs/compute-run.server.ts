/** The payslips of a run, from stored facts alone: a few statements for any number of workers. */
import { createHash } from 'node:crypto'
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { noRates, taxYearOf } from '../employment/tax-code-source.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { overpaidOf } from '../overpayments/overpaid.server.ts'
import { not_overpaid } from '../overpayments/overpaid-slip.rules.ts'
import { type Besides, no_besides } from './besides.rules.ts'
import { computeSlip, hasCorrections, type RunSlip, type SlipSource, slipOf } from './compute-slip.server.ts'
import { type EmploymentFacts, employmentStates } from './employment-state.server.ts'
import { latePay } from './late-pay.rules.ts'
import { readBesides } from './run-besides.server.ts'
import { checkPayslip, creditsWait, type Finding, leftOut, missing } from './run-checks.rules.ts'
import {
  type CorrectedLetter,
  readCorrectedLetters,
  readEarlier,
  readLastRun,
  readPersons,
  readRecovering,
} from './run-people.server.ts'
import { checkRun } from './run-total-checks.rules.ts'
import type { LeftOut, RunFacts, RunWork } from './run-work.rules.ts'
import { readRunWork } from './run-work.server.ts'
import { withoutUnraisable } from './unraisable-work.server.ts'

export type RunRow = RunFacts & {
  readonly currency_id: string
  readonly provider_id: string
  readonly left_out?: readonly LeftOut[]
}

export type ComputedRun = {
  readonly slips: readonly RunSlip[]
  readonly findings: readonly Finding[]
  readonly last_gross: Pence | null
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
  const facts = await readFacts(context, year, run, { employments, works, besides })
  const known = new Map<string, Outcome>()
  const outcomeOf = (employment: EmploymentFacts, left_out: ReadonlyMap<string, string>): Outcome => {
    const person = facts.persons.get(employment.id)
    const state = facts.states.get(employment.id)
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
      earlier: facts.earlier.get(employment.id) ?? [],
      letters: facts.letters.get(employment.id) ?? [],
      besides: besides.get(employment.id) ?? no_besides,
      overpaid: facts.overpaid.get(employment.id) ?? not_overpaid,
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
  const entered_by = authorsOf(slips, facts.letters)
  const { last_gross, last_net } = last
  return { slips, findings, last_gross, last_net, entered_by, hash: hashOf(slips) }
}

type Concerned = {
  readonly employments: readonly EmploymentFacts[]
  readonly works: ReadonlyMap<string, readonly RunWork[]>
  readonly besides: ReadonlyMap<string, Besides>
}

/** Facts of the employments on the pay day, each by employment. */
async function readFacts(
  context: VerbContext,
  year: TaxYear,
  run: RunRow,
  { employments, works, besides }: Concerned,
) {
  const { tx } = context
  const letters = await readCorrectedLetters(tx, run, employments)
  const again = [...correctedOf(works, besides, letters), ...(await readRecovering(tx, run, employments))]
  return {
    letters,
    states: await employmentStates(context, year, employments, run.pay_day),
    persons: await readPersons(context, run, employments),
    overpaid: await overpaidOf(tx, employments),
    earlier: await readEarlier(tx, run, employments, again),
  }
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
       p45_leave_date, p45_is_week1, p45_pay_to_date,
       p45_tax_to_date
     from business.employment where id = any ($1) order by payroll_id, id`,
    [ids],
  )

/** Payslips between two looks at the rest of the world. */
const AT_ONCE = 100

type Outcome = { readonly slip: RunSlip | null; readonly findings: readonly Finding[] }

const nothing: Outcome = { slip: null, findings: [] }

function slipOrFindings(year: TaxYear, run: RunRow, employment_id: string, facts: SlipSource): Outcome {
  const { person, works, besides } = facts
  if (works.length + besides.elements.length === 0)
    return besides.credits.length === 0 ? nothing : { slip: null, findings: creditsWait(person, besides) }
  const computed = computeSlip(year, run, facts)
  if ('missing' in computed) return { slip: null, findings: [missing(person, computed)] }
  return {
    slip: slipOf(employment_id, person, computed),
    findings: checkPayslip(year, run, person, computed),
  }
}

const hashOf = (slips: readonly RunSlip[]): string =>
  createHash('sha256')
    .update(JSON.stringify(slips.map(({ last_net: _, inputs: __, ...slip }) => slip)))
    .digest('hex')
