/** Parts of payroll by themselves, on the payslips of a calculated run: the engine, on-costs of one approval, the return to HMRC. */

import { taxYearOf } from '#business/payroll/employment/tax-code-source.rules.ts'
import { calculate } from '#business/payroll/engine/calculate.rules.ts'
import { marginalCosts } from '#business/payroll/engine/marginal-costs.rules.ts'
import type { SlipInputs } from '#business/payroll/runs/computed-slip.rules.ts'
import { assert, present } from '#kernel/assert.ts'
import type { Database } from '#server/database.ts'
import { brokenRules, has_hmrc_tools } from '#test/payroll/hmrc-tools.ts'

export type Apart = {
  readonly payslips: number
  /** All payslips. */
  readonly engine_ms: number
  /** Of one more piece of work: the mean, and the slowest. */
  readonly costs_ms: { readonly mean: number; readonly most: number }
  /** Null where no run was paid before. */
  readonly fps: {
    readonly workers: number
    readonly built_ms: number
    /** Null on a machine without the tools. */
    readonly judged_ms: number | null
  } | null
}

type Of = {
  readonly run_id: string
  readonly paid_run_id: string | null
  readonly rounds: number
  readonly build: (pay_run_id: string) => Promise<{ readonly id: string }>
}

export function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export async function measureApart({ owner }: Database, of: Of): Promise<Apart> {
  const { rows } = await owner.query<{ inputs: SlipInputs }>(
    'select inputs from transaction.pay_run_payslip where pay_run_id = $1 and withdrawn_as is null',
    [of.run_id],
  )
  const inputs = rows.map((row) => row.inputs)
  const engine_ms = await medianOf(of.rounds, () => inputs.forEach(computed))
  const each = inputs.map((one) => timed(() => onCosts(one)))
  return {
    payslips: inputs.length,
    engine_ms,
    costs_ms: { mean: each.reduce((sum, ms) => sum + ms, 0) / each.length, most: Math.max(...each) },
    fps: of.paid_run_id === null ? null : await measureReturn(owner, of.paid_run_id, of),
  }
}

const yearOf = ({ run }: SlipInputs) => present(taxYearOf(run.pay_day), 'rates of the pay day')

function computed(one: SlipInputs): void {
  const { gross } = calculate(yearOf(one), one.state, one.run)
  assert(gross > 0, 'every worker is paid')
}

/** The cost of the last piece of work, after all others of the payslip. */
function onCosts(one: SlipInputs): void {
  const { elements, ...run } = one.run
  const { ni } = marginalCosts(
    yearOf(one),
    one.state,
    { ...run, elements: elements.slice(0, -1) },
    elements.slice(-1),
  )
  assert(ni > 0, 'work has costs')
}

async function measureReturn(owner: Database['owner'], run_id: string, { rounds, build }: Of) {
  let built = ''
  const built_ms = await medianOf(rounds, async () => {
    built = (await build(run_id)).id
  })
  const { rows } = await owner.query<{ content: string | null; employee_count: number; faults: unknown }>(
    'select content, employee_count, faults from transaction.rti_submission where id = $1',
    [built],
  )
  const { content, employee_count, faults } = present(rows[0], 'the return')
  if (content === null) throw new Error(`The return has faults: ${JSON.stringify(faults).slice(0, 500)}`)
  let broken: readonly string[] = []
  const judged_ms = has_hmrc_tools
    ? await medianOf(rounds, () => {
        broken = brokenRules(content, { kind: 'fps', tax_year: 2025 })
      })
    : null
  assert(broken.length === 0, `the return keeps HMRC's rules, and breaks ${broken.join(', ')}`)
  return { workers: employee_count, built_ms, judged_ms }
}

function timed(work: () => void): number {
  const from = performance.now()
  work()
  return performance.now() - from
}

/** The first round warms up. */
async function medianOf(rounds: number, work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const from = performance.now()
    await work()
    if (round > 0 || rounds === 0) times.push(performance.now() - from)
  }
  return median(times)
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const count = (of: number) => of.toLocaleString('en-GB')

export function apartTable({ payslips, engine_ms, costs_ms, fps }: Apart): string[] {
  const judged = fps === null || fps.judged_ms === null ? 0 : fps.judged_ms
  return [
    '| part | time | goal at 10,000 |',
    '| --- | ---: | ---: |',
    `| engine, ${count(payslips)} payslips from their stored inputs | ${seconds(engine_ms)} | ≤ 2 s |`,
    `| on-costs of one approval, mean of ${count(payslips)} | ${costs_ms.mean.toFixed(3)} ms, slowest ${costs_ms.most.toFixed(1)} ms | ≤ 5 ms |`,
    ...(fps === null
      ? []
      : [
          `| FPS of ${count(fps.workers)} workers: read, built, marked and stored | ${seconds(fps.built_ms)} | |`,
          `| the same, judged by HMRC's schema and rules | ${fps.judged_ms === null ? 'tools are missing' : seconds(judged)} | |`,
          `| FPS in all | ${seconds(fps.built_ms + judged)} | ≤ 30 s |`,
        ]),
  ]
}
