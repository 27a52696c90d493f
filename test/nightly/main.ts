/** `npm run nightly -- {part}`: what takes too long for every commit (quality, N). Without a part, all of them. */
import { join } from 'node:path'
import { buildWeb } from '#server/commands/command-build.ts'
import { root, runProgram } from '../../scripts/steps.ts'
import { clock_runs, variablesOf } from './clocks.ts'
import { weaknessesOf } from './components.ts'
import { killRun } from './kill.ts'
import { stopRun } from './stop-rounds.ts'

const say = (sentence: string) => {
  process.stdout.write(`${sentence}\n`)
}

/** `kill [kills] [timesheets] [seed]` */
async function kill(args: readonly string[]): Promise<boolean> {
  const [kills = 200, timesheets = 2000, seed = 1] = args.map(Number)
  say(`kill: ${kills} times kill -9 while ${timesheets} timesheets are approved, seed ${seed}`)
  const { runs, killed, checks, broken } = await killRun({ kills, timesheets, seed, say })
  for (const what of broken) say(`BROKEN  ${what}`)
  say(
    `kill: ${killed.server} of the server, ${killed.database} of the database, ${killed.both} of both, over ${runs} ` +
      `${runs === 1 ? 'run' : 'runs'} of ${timesheets} timesheets; ` +
      (broken.length === 0 ? `all ${checks} checks hold` : `${broken.length} of ${checks} checks are broken`),
  )
  return broken.length === 0
}

/** `stop [stops] [kills]` */
async function stop(args: readonly string[]): Promise<boolean> {
  const [stops = 100, kills = 100] = args.map(Number)
  say(`stop: ${stops} times SIGTERM with work in flight, then ${kills} starts right after kill -9`)
  const { longest_ms, broken } = await stopRun({ stops, kills, say })
  for (const what of broken) say(`BROKEN  ${what}`)
  say(`stop: the longest took ${Math.round(longest_ms)} ms; ${broken.length} faults`)
  return broken.length === 0
}

/** Tests that ask for more at night, by STINT_NIGHTLY. */
const suites = {
  access: ['--project', 'db', 'test/access'],
  model: ['--project', 'db', 'test/model'],
  corrections: ['--project', 'db', 'src/business/corrections/corrections-model.db.test.ts'],
  cash: ['--project', 'db', 'src/business/receipts/cash-model.db.test.ts'],
  /** Everything that moves money, in any order and two at once. */
  moves: ['--project', 'db', 'test/money/every-move.db.test.ts'],
  /** Recipes of CONTRIBUTING.md with each file left out in turn. */
  recipes: ['--project', 'unit', 'test/recipes', '--test-timeout', '3600000'],
  /** Hostile texts in every kind of document. */
  documents: ['--project', 'unit', 'test/pdf', '--test-timeout', '3600000'],
  /** Poppler's pdfsig on 200 sealed documents, and on each with one byte changed. */
  signatures: ['--project', 'unit', 'src/server/signing', '--test-timeout', '3600000'],
  fuzz: ['--project', 'db', 'test/data/fuzz'],
  imports: ['--project', 'db', 'test/imports/many.db.test.ts', 'test/imports/files.db.test.ts'],
  whole_lists: ['--project', 'db', 'test/data/whole-list.db.test.ts'],
  /** Properties of payslips on 100,000 random employments each, and the same in SQL. */
  'payroll-properties': [
    '--project',
    'unit',
    '--project',
    'db',
    'test/payroll',
    'src/business/payroll/employment/payroll-data.db.test.ts',
    '--test-timeout',
    '3600000',
  ],
  money: [
    '--project',
    'unit',
    '--project',
    'db',
    'src/business/invoices/raise.property.test.ts',
    'src/business/receipts/auto-match.test.ts',
    'test/money/preview.db.test.ts',
    '--test-timeout',
    '3600000',
  ],
  /** R15: worlds that differ in hidden rows and fields alone answer the same. */
  'two-worlds': ['--project', 'db', 'test/access/two-worlds.db.test.ts', '--test-timeout', '3600000'],
  /** 20 moments of a backup, restored and compared with the acknowledged work. */
  restore: ['--project', 'db', 'src/server/backup/backup.db.test.ts', '--test-timeout', '3600000'],
  /** S10: another tenant's ids in the inputs of all verbs. */
  foreign_ids: ['--project', 'db', 'test/server/foreign-ids.db.test.ts'],
  /** R12: single rows changed or taken away in a copied database. */
  tamper: ['--project', 'db', 'test/money/tamper.db.test.ts', 'test/money/tamper-made-rows.db.test.ts'],
  /** R4: 64 invoice runs beside each other. */
  parallel: ['--project', 'db', 'test/money/parallel-runs.db.test.ts'],
  /** Every verb twice, and every pair about the same records, at once over two servers. */
  pairs: ['--project', 'db', 'test/races', '--test-timeout', '14400000'],
  /** R2: every verb that changes something dies at every statement. */
  crash: ['--project', 'db', 'test/money/crash.db.test.ts'],
  /** One seed and day make one world of ten weeks. */
  demo: ['--project', 'db', 'test/demo/demo.db.test.ts'],
  /** R3: every verb sixteen times at once under one key, and then again. */
  idempotency: ['--project', 'db', 'test/server/every-verb.db.test.ts'],
} as const

async function suite(args: readonly string[]): Promise<boolean> {
  process.env.STINT_NIGHTLY = '1'
  const { code } = await runProgram('vitest', ['run', ...args], 'shown')
  return code === 0
}

/** P11: `fairness [options of the benchmark]`: aggressors beside a neighbour. Faults end it, ratios are printed. */
async function fairness(args: readonly string[]): Promise<boolean> {
  const { code } = await runProgram('node', [join(root, 'bench/main.ts'), 'fairness', ...args], 'shown')
  return code === 0
}

/** Known clients of the data endpoint's dialect: they are larger than the product, and installed where they are run. */
async function clients(): Promise<boolean> {
  const folder = join(root, 'test/data/clients')
  const { code } = await runProgram('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], 'shown')
  return code === 0 && suite(['--project', 'db', 'test/data/clients'])
}

/** SECURITY.md: known weaknesses of the components in production, by npm's list. */
async function components(): Promise<boolean> {
  const { said } = await runProgram('npm', ['audit', '--omit=dev', '--json', '--loglevel=silent'], 'kept')
  try {
    const weak = weaknessesOf(said)
    for (const sentence of weak) say(`WEAK  ${sentence}`)
    say(`components: ${weak.length} with a known weakness`)
    return weak.length === 0
  } catch (error) {
    say(`components: ${error instanceof Error ? error.message : String(error)}. Is the registry reached?`)
    return false
  }
}

/** U1: every screen at three widths, in light and dark; every list of each category. The bundle is of these sources. */
async function screens(): Promise<boolean> {
  await buildWeb()
  return suite(['--project', 'e2e', 'e2e/axe', 'e2e/lists'])
}

/** The path from an empty installation to the first funded invoice, all of it on phones. */
async function phones(): Promise<boolean> {
  await buildWeb()
  return suite(['--project', 'e2e', 'e2e/from-nothing.e2e.ts'])
}

/**
 * R9: `clocks [name] [what vitest takes]`, e.g. `clocks leap_day --shard 1/4`: the unit and database tests at moments and in
 * time zones that find a date read from the wrong clock. Without a name at all of them.
 */
async function clocks([wanted, ...rest]: readonly string[]): Promise<boolean> {
  const runs = clock_runs.filter(({ name }) => wanted === undefined || name === wanted)
  if (runs.length === 0) {
    say(`There is no clock "${wanted}". There are: ${clock_runs.map(({ name }) => name).join(', ')}.`)
    return false
  }
  const failed: string[] = []
  for (const run of runs) {
    say(`clocks: ${run.name}, from ${run.begins ?? 'now'} in ${run.time_zone}`)
    const args = ['run', '--project', 'unit', '--project', 'db', ...rest]
    const { code } = await runProgram('vitest', args, 'shown', variablesOf(run))
    if (code !== 0) failed.push(run.name)
  }
  say(failed.length === 0 ? `clocks: all ${runs.length} hold` : `clocks: broken at ${failed.join(', ')}`)
  return failed.length === 0
}

const parts: Readonly<Record<string, (args: readonly string[]) => Promise<boolean>>> = {
  kill,
  stop,
  clocks,
  fairness,
  clients,
  components,
  screens,
  phones,
  ...Object.fromEntries(Object.entries(suites).map(([name, files]) => [name, () => suite(files)])),
}

const [wanted, ...args] = process.argv.slice(2)
const names = wanted === undefined ? Object.keys(parts) : [wanted]
for (const name of names) {
  const part = parts[name]
  if (!part) {
    say(`There is no part "${name}". There are: ${Object.keys(parts).join(', ')}.`)
    process.exitCode = 1
  } else if (!(await part(args))) process.exitCode = 1
}
