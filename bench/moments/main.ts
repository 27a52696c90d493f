/**
 * Bulk writes of tables with a moment of shared facts (migration 0245): each write with the triggers of that moment and
 * without them, in turns on the same rows.
 * `npm run bench -- moments [--placements 40] [--weeks 250] [--rounds 7]`
 */
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { assert, present } from '#kernel/assert.ts'
import { worldOn } from '#test/fixtures/world.ts'
import { thousands } from '../data/databases.ts'
import { percentile } from '../data/load.ts'
import { openGround } from '../ground.ts'
import { fillWorld } from '../invoices/world.ts'
import { busyness, keepResults, machine } from '../results.ts'

/** The most that a bulk write may cost beside one without the triggers. */
const GOAL = 1.3

const copied = (
  table: string,
  changed: Readonly<Record<string, string>>,
  columns: readonly string[],
): string =>
  `insert into ${table} (${columns.join(', ')})
   select ${columns.map((name) => changed[name] ?? `t.${name}`).join(', ')} from ${table} t`

type Write = {
  readonly table: string
  readonly name: string
  readonly sql: (columns: readonly string[]) => string
}

const sheet = 'transaction.timesheet'
const detail = 'transaction.timesheet_detail'
const writes: readonly Write[] = [
  {
    table: sheet,
    name: 'a fact of agency and provider changes',
    sql: () => `update ${sheet} set suspense_reason = 'No fee rule', updated_at = now()`,
  },
  {
    table: sheet,
    name: 'a fact that all sides read changes',
    sql: () => `update ${sheet} set comment = 'Corrected', updated_at = now()`,
  },
  {
    table: sheet,
    name: 'rows are added',
    sql: (columns) =>
      copied(
        sheet,
        {
          id: 'gen_random_uuid()',
          human_id: `t.human_id || '-again'`,
          start_date: 't.start_date + 7000',
          end_date: 't.end_date + 7000',
        },
        columns,
      ),
  },
  {
    table: detail,
    name: 'a fact that all sides read changes',
    sql: () => `update ${detail} set description = 'Corrected', updated_at = now()`,
  },
  {
    table: detail,
    name: 'rows are added',
    sql: (columns) => copied(detail, { id: 'gen_random_uuid()', date: 't.date + 7000' }, columns),
  },
]

async function columnsOf(owner: pg.Pool, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

type Run = { readonly took_ms: number; readonly rows: number }

/** The write, undone. */
async function run(client: pg.PoolClient, table: string, sql: string, has_triggers: boolean): Promise<Run> {
  const name = present(table.split('.')[1], 'the name of the table')
  await client.query('begin')
  try {
    if (!has_triggers)
      for (const trigger of [`${name}_told`, `${name}_told_first`])
        await client.query(`alter table ${table} disable trigger ${trigger}`)
    const from = performance.now()
    const { rowCount } = await client.query(sql)
    return { took_ms: performance.now() - from, rows: rowCount ?? 0 }
  } finally {
    await client.query('rollback')
    await client.query(`vacuum ${table}`)
  }
}

const middle = (times: readonly number[]): number =>
  percentile(
    [...times].sort((a, b) => a - b),
    0.5,
  )

async function measure(owner: pg.Pool, { table, name, sql }: Write, rounds: number): Promise<string> {
  const text = sql(await columnsOf(owner, table))
  const client = await owner.connect()
  try {
    const { rows } = await run(client, table, text, true)
    assert(rows > 0, 'the write has rows')
    const [with_ms, without_ms]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1)
      // Each is the first in every second round.
      for (const has_triggers of round % 2 === 0 ? [true, false] : [false, true])
        (has_triggers ? with_ms : without_ms).push((await run(client, table, text, has_triggers)).took_ms)
    const [one, other] = [middle(with_ms), middle(without_ms)]
    return `| ${table} | ${name} | ${thousands(rows)} | ${one.toFixed(1)} | ${other.toFixed(1)} | ${(one / other).toFixed(2)} |`
  } finally {
    client.release()
  }
}

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      placements: { type: 'string', default: '40' },
      weeks: { type: 'string', default: '250' },
      rounds: { type: 'string', default: '7' },
    },
  })
  const ground = await openGround({ fsync: 'off', max_wal_size: '4GB' })
  try {
    const database = await ground.open('moments', 4)
    try {
      const [placements, weeks] = [Number(values.placements), Number(values.weeks)]
      await fillWorld(worldOn(database), database, { placements, weeks })
      const lines: string[] = []
      for (const write of writes) lines.push(await measure(database.owner, write, Number(values.rounds)))
      const text = [
        `${machine()}. ${busyness()} Each write changes or adds all rows in one statement and is undone; the middle of ${values.rounds} rounds in turns. Goal: at most ${GOAL}.`,
        '',
        '| table | write | rows | with triggers ms | without ms | ratio |',
        '| --- | --- | ---: | ---: | ---: | ---: |',
        ...lines,
      ].join('\n')
      console.log(text)
      keepResults('moments', text)
    } finally {
      await database.close()
    }
  } finally {
    await ground.close()
  }
}
