import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { smallRun } from '#test/bench/small-run.ts'

/** The smallest size of each, and sections that it keeps. `web` runs in a browser: e2e/bench.e2e.ts. */
const benches: Readonly<Record<string, { readonly args: string; readonly keeps: readonly string[] }>> = {
  data: {
    args: '--invoices 2000 --parts compare,cases,lists --seconds 0.1 --rounds 1 --clients 2 --no-peers --lists agency.transaction/invoice',
    keeps: ['data, 2,000 invoices', 'data cases, 2,000 invoices', 'data lists, 2,000 invoices'],
  },
  documents: { args: '--rounds 1 --turns 1 --seconds 0.3 --part 0.1', keeps: ['documents'] },
  export: { args: '--rows 2000 --rounds 1 --no-peers', keeps: ['P5 export, 2,000 rows'] },
  fairness: {
    args: '--scenarios F1,F2,F7 --seconds 0.3 --rounds 1 --rows 1 --part 0.1',
    keeps: ['P11 fairness, 1 × 0.3 s'],
  },
  growth: { args: '--invoices 1000,2000 --placements 2 --rounds 1', keeps: ['P8 growth'] },
  hostile: { args: '--invoices 2000 --documents 40 --rate 1000', keeps: ['hostile'] },
  imports: { args: '--rows 20', keeps: ['imports, 20 rows of clients'] },
  invoices: { args: '--placements 2 --weeks 2 --rounds 1', keeps: ['P3 invoices'] },
  live: {
    args: '--invoices 2000 --commits 2 --bulks 1 --bulk-rows 20 --rate 100 --agencies 2 --idle 0.1',
    keeps: ['live'],
  },
  moments: { args: '--placements 2 --weeks 2 --rounds 1', keeps: ['moments'] },
  payroll: { args: '--sizes 2 --rounds 0 --history 1', keeps: ['payroll', 'payroll apart'] },
  pdf: { args: '--documents 2', keeps: ['P6 pdf'] },
  reports: { args: '--rows 2000 --rounds 1', keeps: ['P4 reports, 2,000 invoices'] },
  start: { args: '--linked --no-demo', keeps: ['P9 start'] },
}

/** They fill their tables as a superuser. */
const is_own_server = process.env.DATABASE_URL === undefined
const is_clone = existsSync(fileURLToPath(new URL('../.git', import.meta.url)))

test.skipIf(!is_own_server).for(Object.entries(benches))(
  'benchmark %s: ends at its smallest size and keeps its figures',
  async ([name, { args, keeps }], { skip }) => {
    skip(name === 'start' && !is_clone, 'there is no repository to clone')
    const kept = await smallRun(inject('testServer'), name, args.split(' '))
    expect(kept.match(/(?<=^## ).*$/gm)?.sort()).toEqual([...keeps].sort())
    expect(kept).toMatch(/\d/)
  },
)

test('benchmarks: each has a smallest size', () => {
  const here = fileURLToPath(new URL('.', import.meta.url))
  const all = readdirSync(here).filter((name) => existsSync(`${here}${name}/main.ts`))
  expect([...Object.keys(benches), 'web'].sort()).toEqual(all.sort())
})
