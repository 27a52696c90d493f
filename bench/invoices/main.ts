/**
 * Quality P3: raising the invoice sets of 2,000 approved timesheets by the product, against one hand-written statement
 * that makes the same rows (hand.ts), in turns on one database, each rolled back.
 * `npm run bench -- invoices [--placements 200] [--weeks 10] [--rounds 7]`
 */
import { parseArgs } from 'node:util'
import { raiseInvoiceSets } from '#business/raising/raise-invoice-sets.server.ts'
import { assert } from '#kernel/assert.ts'
import type { Database } from '#server/database.ts'
import { roleName } from '#server/database-roles.ts'
import { wrapTx } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { type World, worldOn } from '#test/fixtures/world.ts'
import { openGround, ROLE_PREFIX } from '../ground.ts'
import { keepResults, machine } from '../results.ts'
import { HAND_SQL } from './hand.ts'
import { fillWorld } from './world.ts'

const names = { product: 'raiseInvoiceSets', hand: 'hand-written SQL' } as const
type Kind = keyof typeof names
type Run = { readonly ms: number; readonly made: string }

/** Rows and sums of what a run made: both must make the same. */
const MADE = `select concat_ws(' ', 'sets', (select count(*) from transaction.invoice_set), 'documents', count(*),
  'of', sum(total_amount), 'VAT', sum(tax_amount), 'open', sum(outstanding_balance), 'due', max(due_date),
  'accounts', count(payable_bank_account_id), 'numbers', max(human_id),
  'lines', (select concat_ws(' ', count(*), sum(total_amount), sum(length(description))) from transaction.invoice_line),
  'postings', (select concat_ws(' ', count(*), sum(abs(amount)), count(distinct account_id)) from ledger.posting)) as made
  from transaction.invoice`

async function timed(database: Database, work: (tx: Tx) => Promise<unknown>): Promise<Run> {
  const client = await database.app.connect()
  try {
    await client.query('begin')
    const tx = wrapTx(client)
    const from = performance.now()
    await work(tx)
    const ms = performance.now() - from
    const found = await tx.row<{ made: string }>(MADE)
    return { ms, made: found?.made ?? '' }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

type Options = { readonly placements: number; readonly weeks: number; readonly rounds: number }

async function compare(database: Database, world: World, options: Options): Promise<void> {
  process.stdout.write('Making the world …\n')
  const { placements, rounds } = options
  // The statement written by hand inserts its own postings; the product posts by the ledger's function.
  await database.owner.query(
    `grant insert on ledger.transaction, ledger.posting to ${roleName(ROLE_PREFIX, 'app')}`,
  )
  const ids = await fillWorld(world, database, options)
  const run: Record<Kind, (tx: Tx) => Promise<unknown>> = {
    product: (tx) => raiseInvoiceSets({ tx, clock: world.clock }, ids),
    hand: (tx) => tx.run(HAND_SQL, [ids, world.clock.today(), world.clock.now()]),
  }
  const times: Record<Kind, number[]> = { product: [], hand: [] }
  for (let round = 0; round <= rounds; round += 1) {
    const order: Kind[] = round % 2 === 0 ? ['product', 'hand'] : ['hand', 'product']
    const made: Partial<Record<Kind, string>> = {}
    for (const kind of order) {
      const { ms, made: rows } = await timed(database, run[kind])
      made[kind] = rows
      // The first round warms up. What was rolled back is swept, so that the next meets the same tables.
      if (round > 0) times[kind].push(ms)
      await database.owner.query('vacuum')
    }
    assert(made.product === made.hand, `both make the same rows:\n${made.product}\n${made.hand}`)
    process.stdout.write(
      `round ${round}: product ${times.product.at(-1)?.toFixed(0) ?? 'warm'} ms, hand ${times.hand.at(-1)?.toFixed(0) ?? 'warm'} ms\n`,
    )
  }
  report(`${ids.length} timesheets of ${placements} placements`, ids.length, times)
}

function report(size: string, timesheets: number, times: Record<Kind, number[]>): void {
  const rows = (['hand', 'product'] as const).map((kind) => {
    const ms = median(times[kind])
    return `| ${names[kind]} | ${ms.toFixed(0)} | ${((timesheets / ms) * 1000).toFixed(0)} |`
  })
  const ratio = median(times.product.map((ms, i) => (times.hand[i] ?? 0) / ms))
  const text = [
    `${size}, two rates each, ${times.product.length} rounds in turns, medians. ${machine()}.`,
    '',
    '| | ms | timesheets a second |',
    '| --- | ---: | ---: |',
    ...rows,
    '',
    `**Ratio of speeds, median of the rounds: ${ratio.toFixed(2)}** (goal ≥ 0.60). Compared with the statement in bench/invoices/hand.ts; both make the same rows, checked each round.`,
  ].join('\n')
  process.stdout.write(`\n${text}\n`)
  keepResults('P3 invoices', text)
}

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      placements: { type: 'string', default: '200' },
      weeks: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '7' },
    },
  })
  const [placements, weeks, rounds] = [values.placements, values.weeks, values.rounds].map(Number)
  assert(placements && weeks && rounds, 'each option is a number above 0')
  const ground = await openGround()
  try {
    const database = await ground.open('raised', 4)
    try {
      await compare(database, worldOn(database), { placements, weeks, rounds })
    } finally {
      await database.close()
    }
  } finally {
    await ground.close()
  }
}
