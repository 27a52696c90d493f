/**
 * Quality P1, P2 and P8 of the data endpoint, on databases of the sizes asked for, in three parts:
 * `compare`: hand-written SQL behind bare Fastify, the endpoint and PostGraphile 5, loaded in turns (P1, P2);
 * `cases`: single requests with their plans, and how they grow from size to size (P2, P8);
 * `lists`: every list of every category with all that can be asked of it (R8), where asked for by name.
 * `npm run bench -- data [--invoices 10000,200000,1000000] [--parts compare,cases,lists] [--seconds 4] [--rounds 5] [--clients 8] [--no-peers] [--lists 'agency transaction/invoice']`
 */
import { parseArgs } from 'node:util'
import { systemClock } from '#kernel/clock.ts'
import { openDatabase } from '#server/database.ts'
import { test_keys } from '#test/books-key.ts'
import { ROLE_PREFIX } from '../ground.ts'
import { busyness, keepResults, machine } from '../results.ts'
import { compare, kindsOf, type LoadOptions } from './compare.ts'
import { costTable, growthTable, measureCosts, withBenches } from './cost.ts'
import { type Databases, openDatabases, thousands } from './databases.ts'
import { loadLists, measureLists } from './lists/measure.ts'
import { listsText } from './lists/report.ts'
import { fillLists } from './lists/world.ts'
import { installPeers, preparePeers } from './peers.ts'
import { type Planned, plansOf, plansText } from './plans.ts'

function tell(section: string, text: string): void {
  console.log(`\n## ${section}\n\n${text}`)
  keepResults(section, text)
}

async function runCompare(databases: Databases, load: LoadOptions, withPeers: boolean): Promise<void> {
  const why_no_peers = withPeers ? installPeers() : 'it was left out with --no-peers'
  for (const { invoices, url, name, owner } of databases.sizes) {
    if (why_no_peers === null) await preparePeers(owner, name, `${ROLE_PREFIX}_agency`)
    const settings = {
      url,
      role_prefix: ROLE_PREFIX,
      role_secret: databases.role_secret,
      connections: load.clients,
    }
    const size = `${thousands(invoices)} invoices, ${load.clients} clients, ${load.rounds} rounds of ${load.seconds} s each, in turns`
    const text = await compare(kindsOf(why_no_peers), settings, load, size, why_no_peers)
    tell(`data, ${thousands(invoices)} invoices`, text)
  }
}

/** @returns what reads a whole table, which the first page never may (P2) */
function runCases(databases: Databases, budget_ms: number): Promise<Planned[]> {
  return withBenches(databases, async (benches) => {
    const costs = await measureCosts(benches, budget_ms)
    const faulty: Planned[] = []
    for (const bench of benches) {
      const plans = await plansOf(bench)
      faulty.push(...plans.filter(({ whole }) => whole.length > 0))
      const text = [
        `One request at a time, endpoint without HTTP and hand-written SQL (\`bench/data/cases.ts\`) in turns, the same answers. ${machine()}. ${busyness()}`,
        '',
        ...costTable(costs, bench.invoices),
        '',
        ...plansText(plans),
      ].join('\n')
      tell(`data cases, ${thousands(bench.invoices)} invoices`, text)
    }
    const growth = growthTable(
      costs,
      benches.map(({ invoices }) => invoices),
    )
    if (growth.length > 0)
      tell('data growth', [`One request at a time, sizes in turns. ${machine()}.`, '', ...growth].join('\n'))
    return faulty
  })
}

/** @param wanted which lists, by a pattern over category, address and title */
async function runLists(sizes: readonly number[], wanted: RegExp): Promise<void> {
  const databases = await openDatabases(sizes, { name: 'lists', fill: fillLists })
  try {
    const lists = (await loadLists(systemClock.today())).filter(({ category, at, title }) =>
      wanted.test(`${category} ${at} ${title}`),
    )
    for (const { invoices, url } of databases.sizes) {
      const database = openDatabase({
        url,
        readUrl: null,
        rolePrefix: ROLE_PREFIX,
        roleSecret: databases.role_secret,
        poolSize: 2,
        booksKeys: test_keys,
      })
      try {
        tell(`data lists, ${thousands(invoices)} invoices`, listsText(await measureLists(database, lists)))
      } finally {
        await database.close()
      }
    }
  } finally {
    await databases.close()
  }
}

function sizesOf(text: string): number[] {
  const sizes = text.split(',').map(Number)
  if (sizes.some((size) => !Number.isInteger(size) || size < 2_000))
    throw new Error('--invoices takes whole numbers from 2000, with commas between them')
  return sizes
}

/** Prints the comparisons and keeps them in bench/results.md. */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      invoices: { type: 'string', default: '200000' },
      // The same, for one size: the other benchmarks call it so.
      rows: { type: 'string' },
      parts: { type: 'string', default: 'compare,cases' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '5' },
      clients: { type: 'string', default: '8' },
      'no-peers': { type: 'boolean', default: false },
      lists: { type: 'string', default: '' },
    },
  })
  const parts = values.parts.split(',')
  const load = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    clients: Number(values.clients),
  }
  const sizes = sizesOf(values.rows ?? values.invoices)
  if (parts.includes('lists')) await runLists(sizes, new RegExp(values.lists))
  if (!parts.includes('cases') && !parts.includes('compare')) return
  const databases = await openDatabases(sizes)
  try {
    const faulty = parts.includes('cases') ? await runCases(databases, 1000 * load.seconds) : []
    if (parts.includes('compare')) await runCompare(databases, load, !values['no-peers'])
    if (faulty.length > 0) {
      console.error(`A whole table is read by: ${faulty.map(({ one }) => one.name).join('; ')}.`)
      process.exitCode = 1
    }
  } finally {
    await databases.close()
  }
}
