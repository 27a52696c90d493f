/**
 * Payroll: the payslips of a run, calculated and stored with their checks, at two sizes; then the engine, on-costs and the return
 * to HMRC by themselves. Every worker has issued payslips and an approved week.
 * `npm run bench -- payroll [--sizes 100,10000] [--rounds 3] [--history 2]`
 */
import { parseArgs } from 'node:util'
import { assert, present } from '#kernel/assert.ts'
import { addDays, day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import type { Database } from '#server/database.ts'
import { makeReportable, payRunsOn } from '#test/fixtures/pay-runs.ts'
import { act } from '#test/fixtures/world.ts'
import { openGround } from '../ground.ts'
import { busyness, keepResults, machine } from '../results.ts'
import { type Apart, apartTable, measureApart, median } from './apart.ts'
import { copyWorkers } from './world.ts'

const first_monday = day('2025-06-02')
const first_pay_day = day('2025-06-20')
/** The working days of a week, and its pay day. */
const weekOf = (nth: number) => ({
  days: Array.from({ length: 5 }, (_, at) => addDays(first_monday, 7 * nth + at)),
  pay_day: addDays(first_pay_day, 7 * nth),
  /** The Monday after it, in the morning. */
  after: instant(`${addDays(first_monday, 7 * nth + 7)}T09:00:00.000Z`),
})

type Measured = { readonly size: number; readonly ms: number }

type Options = {
  readonly sizes: readonly number[]
  readonly rounds: number
  /** Weeks that were paid before. */
  readonly weeks_before: number
}

async function measure(
  database: Database,
  { sizes, rounds, weeks_before }: Options,
): Promise<{ measured: Measured[]; apart: Apart | null }> {
  process.stdout.write('Making the worker that is copied …\n')
  const { world, provider, ...steps } = await payRunsOn(database)
  const { placement, contractor_id } = await steps.employed()
  await makeReportable(steps.sql, contractor_id)
  let last_paid: string | null = null
  for (let nth = 0; nth < weeks_before; nth += 1) {
    const { days, pay_day, after } = weekOf(nth)
    world.clock.set(after)
    await steps.week(placement, days)
    const { id } = await steps.open(pay_day)
    await steps.calculate(id)
    await steps.answerAll(id)
    const { content_hash } = await steps.check(id)
    await steps.approve(id, content_hash)
    last_paid = id
  }
  const { days, pay_day, after } = weekOf(weeks_before)
  world.clock.set(after)
  await steps.week(placement, days)
  const measured: Measured[] = []
  let apart: Apart | null = null
  let workers = 1
  for (const size of sizes) {
    process.stdout.write(`Copying up to ${size} workers …\n`)
    await copyWorkers(database, contractor_id, workers + 1, size)
    workers = size
    const times: number[] = []
    const { id } = await steps.open(pay_day)
    for (let round = 0; round <= rounds; round += 1) {
      const from = performance.now()
      const { payslips, stops } = await steps.calculate(id)
      const ms = performance.now() - from
      if (payslips !== size || stops > 0) {
        const [found] = await steps.sql<{ sentence: string }>(
          `select sentence from transaction.pay_run_check where pay_run_id = $1 and code not in ('N05', 'N06') limit 1`,
          id,
        )
        throw new Error(`${payslips} of ${size} payslips, ${stops} stops: ${found?.sentence ?? ''}`)
      }
      // The first one warms up.
      if (round > 0 || rounds === 0) times.push(ms)
      process.stdout.write(`${size} payslips: ${ms.toFixed(0)} ms\n`)
    }
    if (size === sizes.at(-1))
      apart = await measureApart(database, {
        ...{ run_id: id, rounds, paid_run_id: last_paid },
        build: (pay_run_id) =>
          act<{ id: string }>(world, provider.operations, 'transaction.rti_submission.build_fps', {
            pay_run_id,
          }),
      })
    await act(world, provider.operations, 'transaction.pay_run.cancel', { id, reason: 'Only measured' })
    measured.push({ size, ms: median(times) })
  }
  return { measured, apart }
}

function report(
  { measured, apart }: Awaited<ReturnType<typeof measure>>,
  { rounds, weeks_before }: Options,
): void {
  const [first, last] = [present(measured[0], 'a size'), present(measured.at(-1), 'a size')]
  const each = ({ size, ms }: Measured) => ms / size
  const text = [
    `A weekly run: payslips calculated and stored with their checks by \`transaction.pay_run.calculate\`, payslips before in the tax year: ${weeks_before}. Medians of ${Math.max(1, rounds)}. ${machine()}. ${busyness()}`,
    '',
    '| payslips | seconds | ms a payslip |',
    '| ---: | ---: | ---: |',
    ...measured.map(
      (one) =>
        `| ${one.size.toLocaleString('en-GB')} | ${(one.ms / 1000).toFixed(2)} | ${each(one).toFixed(2)} |`,
    ),
    '',
    `**${last.size.toLocaleString('en-GB')} payslips in ${(last.ms / 1000).toFixed(1)} s** (goal at 10,000: < 60 s); **growth of a payslip ${(each(last) / each(first)).toFixed(2)}** (goal ≤ 1.30).`,
  ].join('\n')
  process.stdout.write(`\n${text}\n`)
  keepResults('payroll', text)
  if (apart !== null) keepApart(apart)
}

function keepApart(apart: Apart): void {
  const text = [
    `Parts by themselves, on one core. ${machine()}. ${busyness()}`,
    '',
    ...apartTable(apart),
  ].join('\n')
  process.stdout.write(`\n${text}\n`)
  keepResults('payroll apart', text)
}

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: { type: 'string', default: '100,10000' },
      rounds: { type: 'string', default: '3' },
      history: { type: 'string', default: '2' },
    },
  })
  const sizes = values.sizes.split(',').map(Number)
  const options = { sizes, rounds: Number(values.rounds), weeks_before: Number(values.history) }
  assert(sizes.every((size) => size > 1) && options.rounds >= 0, 'sizes are above 1, rounds not below 0')
  const ground = await openGround()
  try {
    const database = await ground.open('payroll', 4)
    try {
      report(await measure(database, options), options)
    } finally {
      await database.close()
    }
  } finally {
    await ground.close()
  }
}
