/** How PostgreSQL runs the endpoint's own statements (quality P2): the generic plan, which steady state has. */

import { CASES, type CostCase } from './cases.ts'
import type { Bench } from './cost.ts'
import { randomFrom } from './load.ts'
import { adminOf } from './viewer.ts'

/** A table of fewer rows is rightly read whole. */
const SMALL = 1_000

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Schema?: string
  readonly Plans?: readonly Node[]
}

export interface Planned {
  readonly one: CostCase
  /** One line a node, indented. */
  readonly lines: readonly string[]
  /** Tables that it reads from end to end, small ones left out. */
  readonly whole: readonly string[]
}

const lineOf = (node: Node): string => {
  const on = node['Index Name'] ?? node['Relation Name']
  return on ? `${node['Node Type']} ${on}` : node['Node Type']
}

const walk = (node: Node, depth = 0): { node: Node; depth: number }[] => [
  { node, depth },
  ...(node.Plans ?? []).flatMap((child) => walk(child, depth + 1)),
]

async function planOf(bench: Bench, one: CostCase, big: ReadonlySet<string>): Promise<Planned> {
  const { agency, variables } = one.ask(randomFrom(5), bench.invoices)
  const { plan } = bench.endpoint.prepareRequest(adminOf(agency), { query: one.query, variables })
  const { rows } = await bench.pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
    `explain (generic_plan, verbose, format json) ${plan.text}`,
  )
  const root = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (!root) throw new Error(`${one.name} has no plan.`)
  const nodes = walk(root)
  const whole = nodes
    .filter(({ node }) => node['Node Type'].endsWith('Seq Scan'))
    .map(({ node }) => `${node.Schema}.${node['Relation Name']}`)
    .filter((table) => big.has(table))
  return { one, lines: nodes.map(({ node, depth }) => `${'  '.repeat(depth)}${lineOf(node)}`), whole }
}

/** The plans of the cases that have to keep to indexes. */
export async function plansOf(bench: Bench): Promise<Planned[]> {
  await bench.endpoint.ready()
  const { rows } = await bench.pool.query<{ name: string }>(
    `select relnamespace::regnamespace::text || '.' || relname as name from pg_class where relkind = 'r' and reltuples > $1`,
    [SMALL],
  )
  const big = new Set(rows.map(({ name }) => name))
  const plans: Planned[] = []
  for (const one of CASES) if (one.is_planned) plans.push(await planOf(bench, one, big))
  return plans
}

/** The plans as Markdown; those that are alike stand once. */
export function plansText(plans: readonly Planned[]): string[] {
  const byShape = Map.groupBy(plans, ({ lines }) => lines.join('\n'))
  return [...byShape].flatMap(([shape, alike]) => {
    const whole = [...new Set(alike.flatMap((planned) => planned.whole))]
    const verdict = whole.length === 0 ? 'no sequential scan' : `SEQUENTIAL SCAN of ${whole.join(', ')}`
    return [
      `Plan of ${alike.map(({ one }) => one.name).join('; ')}: ${verdict}.`,
      '',
      '```',
      shape,
      '```',
      '',
    ]
  })
}
