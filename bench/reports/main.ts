/**
 * Quality P4: client statement, sales ledger and VAT liability as the data endpoint asks for them, signed in as an agency, against the
 * SQL somebody would write for it (hand.ts), in turns on one database. Both must give the same rows.
 * `npm run bench -- reports [--rows 200000] [--rounds 15]`
 */
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { assert } from '#kernel/assert.ts'
import { AGENCIES, agencyId, fillWorld } from '../data/world.ts'
import { openGround } from '../ground.ts'
import { keepResults, machine } from '../results.ts'
import {
  HAND_ALL,
  HAND_PAGE,
  HAND_STATEMENT,
  HAND_VAT,
  OUR_ALL,
  OUR_PAGE,
  OUR_STATEMENT,
  OUR_VAT,
} from './hand.ts'

/** The last day of the world's trading. */
const TODAY = '2025-12-01'
const cases = [
  { name: 'client statement, largest agency', agency: 1, ours: OUR_STATEMENT, hand: HAND_STATEMENT },
  { name: 'client statement, usual agency', agency: AGENCIES, ours: OUR_STATEMENT, hand: HAND_STATEMENT },
  { name: 'sales ledger, first page, largest agency', agency: 1, ours: OUR_PAGE, hand: HAND_PAGE },
  { name: 'sales ledger, all rows, largest agency', agency: 1, ours: OUR_ALL, hand: HAND_ALL },
  { name: 'VAT liability, usual agency', agency: AGENCIES, ours: OUR_VAT, hand: HAND_VAT },
] as const

async function timed(
  pool: pg.Pool,
  sql: string,
  agency: number,
): Promise<{ ms: number; rows: string; count: number }> {
  const from = performance.now()
  const { rows } = await pool.query({ text: sql, values: [agencyId(agency), TODAY], rowMode: 'array' })
  const ms = performance.now() - from
  return { ms, rows: JSON.stringify(rows), count: rows.length }
}

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

async function compare(pool: pg.Pool, rounds: number): Promise<string[]> {
  const lines: string[] = []
  for (const { name, agency, ours, hand } of cases) {
    const times = { ours: [] as number[], hand: [] as number[] }
    let count = 0
    for (let round = 0; round <= rounds; round += 1) {
      const first = round % 2 === 0
      const a = await timed(pool, first ? ours : hand, agency)
      const b = await timed(pool, first ? hand : ours, agency)
      assert(a.rows === b.rows, `${name}: both give the same rows`)
      count = a.count
      if (round === 0) continue // The first round warms up.
      times.ours.push(first ? a.ms : b.ms)
      times.hand.push(first ? b.ms : a.ms)
    }
    const ratio = median(times.ours.map((ms, i) => ms / (times.hand[i] ?? ms)))
    lines.push(
      `| ${name} | ${count} | ${median(times.hand).toFixed(1)} | ${median(times.ours).toFixed(1)} | ${ratio.toFixed(2)} |`,
    )
  }
  return lines
}

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { rows: { type: 'string', default: '200000' }, rounds: { type: 'string', default: '15' } },
  })
  const rows = Number(values.rows)
  const ground = await openGround({ fsync: 'off', shared_buffers: '512MB' })
  const database = await ground.open(`reports_${rows}`, 2)
  try {
    process.stdout.write(`Filling ${rows.toLocaleString('en-GB')} invoices …\n`)
    await fillWorld(database.owner, rows)
    const lines = await compare(database.reader('agency'), Number(values.rounds))
    const text = [
      `${rows.toLocaleString('en-GB')} invoices, ${values.rounds} rounds in turns, medians, as the agency's login role. ${machine()}.`,
      '',
      '| report | rows | hand-written ms | product ms | ratio (goal ≤ 1.30) |',
      '| --- | ---: | ---: | ---: | ---: |',
      ...lines,
      '',
      'The hand-written statements are in bench/reports/hand.ts; both gave the same rows in every round. The ratio is the median of the rounds’ own ratios.',
    ].join('\n')
    process.stdout.write(`${text}\n`)
    keepResults(`P4 reports, ${rows.toLocaleString('en-GB')} invoices`, text)
  } finally {
    await database.close()
    await ground.close()
  }
}
