/**
 * Bulk upload of 50,000 rows, whole: a file with 200 broken rows among the others is checked, imported but for those and
 * taken back, then without them imported again as all or nothing, by the very jobs of the product. Each step's cost is told for the parts of the file, so that what grows with the
 * rows shows; beside it the memory of Node and of PostgreSQL's processes.
 * `npm run bench -- imports [--of clients] [--rows 50000] [--statements 10]`: of clients or timesheets; the latter prints
 * the statements that took most time.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ImportDeps, importJobKind } from '#business/imports/import-parts.job.ts'
import { runImport } from '#business/imports/import-run.job.ts'
import { startImport } from '#business/imports/start-import.server.ts'
import { verbs } from '#business/verbs.ts'
import { assert, present } from '#kernel/assert.ts'
import type { Database } from '#server/database.ts'
import { perform } from '#server/perform.server.ts'
import { folderFiles } from '#server/storage.server.ts'
import { act, type World, worldOn } from '#test/fixtures/world.ts'
import { thousands } from '../data/databases.ts'
import { openGround } from '../ground.ts'
import { busyness, keepResults, machine } from '../results.ts'
import { type ImportFile, import_files } from './files.ts'
import { type Memory, usageOf } from './memory.ts'

const PARTS = 5
const LOOK_MS = 1000

type Bench = {
  readonly database: Database
  readonly world: World
  readonly file: ImportFile
  readonly deps: ImportDeps
  readonly postmaster: string
}
type Step = {
  readonly name: string
  readonly seconds: number
  /** Milliseconds of processor a row, in all and in each part of the file. */
  readonly cpu: number
  readonly parts: readonly number[]
  readonly memory: Memory
}

async function upload({ database, world, file, deps }: Bench, text: string): Promise<string> {
  const stored = await deps.files.put(Buffer.from(text))
  const known = new Map([...verbs, [startImport.action_id, startImport]])
  const input = { action_id: file.action_id, file_name: 'rows.csv', ...stored }
  const made = await perform(
    { database, clock: world.clock, verbs: known },
    file.by,
    startImport.action_id,
    input,
    null,
  )
  return (made as { id: string }).id // As startImport answers.
}

type Standing = { job_id: string; status: string; applied_count: number; faulty_count: number }

async function standing({ database }: Bench, id: string): Promise<Standing> {
  const { rows } = await database.owner.query<Standing>(
    'select job_id, status, applied_count, faulty_count from platform.import where id = $1',
    [id],
  )
  return present(rows[0], 'the import')
}

/** What it is in the end. */
type Ends = { readonly status: string; readonly rows: number; readonly broken: number }

/** Carries a job out and looks, beside it, how far it is. */
async function step(bench: Bench, name: string, id: string, ends: Ends): Promise<Step> {
  const { rows, broken } = ends
  const { job_id } = await standing(bench, id)
  const kind = present(await importJobKind(bench.database, job_id), 'work on an import')
  const usage = usageOf(bench.postmaster)
  const begun = usage.cpu()
  const reached: { cpu: number; done: number }[] = [{ cpu: 0, done: 0 }]
  const from = performance.now()
  const seconds = () => (performance.now() - from) / 1000
  const look = setInterval(async () => {
    const { rows: found } = await bench.database.owner.query<{ done: number }>(
      'select done + failed as done from platform.job where id = $1',
      [job_id],
    )
    const done = found[0]?.done ?? 0
    const part = Math.floor((done * PARTS) / rows)
    // A large file takes long: each part is told.
    if (part > Math.floor(((reached.at(-1)?.done ?? 0) * PARTS) / rows))
      console.log(`${name}: ${thousands(done)} after ${seconds().toFixed(0)} s`)
    reached.push({ cpu: usage.cpu() - begun, done })
  }, LOOK_MS)
  await runImport(bench.deps, kind, job_id)
  clearInterval(look)
  const spent = { seconds: seconds(), cpu: (usage.cpu() - begun) / rows }
  reached.push({ cpu: spent.cpu * rows, done: rows })
  const now = await standing(bench, id)
  assert(
    now.status === ends.status && now.faulty_count === broken,
    `the import is ${ends.status} with ${broken} broken rows, and is ${now.status} with ${now.faulty_count}`,
  )
  const parts = Array.from({ length: PARTS }, (_, n) =>
    costBetween(reached, (n * rows) / PARTS, ((n + 1) * rows) / PARTS),
  )
  return { name, ...spent, parts, memory: usage.memory() }
}

/** Milliseconds of processor a row between two looks that are nearest to these rows. */
function costBetween(reached: readonly { cpu: number; done: number }[], low: number, high: number): number {
  const from = reached.findLast(({ done }) => done <= low) ?? { cpu: 0, done: 0 }
  const to = reached.find(({ done }) => done >= high) ?? { cpu: Number.NaN, done: high }
  return (to.cpu - from.cpu) / Math.max(1, to.done - from.done)
}

async function requireCount({ database, file }: Bench, good_rows: number): Promise<void> {
  const [found, expected] = [await file.count(database), good_rows === 0 ? 0 : file.made(good_rows)]
  assert(found === expected, `${expected} records stand as the file makes them, and there are ${found}`)
}

async function measure(
  bench: Bench,
  rows: number,
  broken: number,
  say: (step: Step) => Promise<void>,
): Promise<void> {
  const { world, file } = bench
  const whole = await upload(bench, file.text(rows, broken))
  const told = async (name: string, id: string, status: string, faulty: number) =>
    say(await step(bench, name, id, { status, rows, broken: faulty }))
  await told('checked', whole, 'checked', broken)
  await requireCount(bench, 0)
  await act(world, file.by, 'platform.import.apply', { id: whole, mode: 'valid' })
  await told('imported, valid rows', whole, 'applied', broken)
  await requireCount(bench, rows - broken)
  await act(world, file.by, 'platform.import.undo', { id: whole })
  await told('undone', whole, 'undone', broken)
  await requireCount(bench, 0)
  const again = await upload(bench, file.text(rows, 0))
  await told('checked again', again, 'checked', 0)
  await act(world, file.by, 'platform.import.apply', { id: again, mode: 'all' })
  await told('imported, all or nothing', again, 'applied', 0)
  await requireCount(bench, rows)
}

const mib = (bytes: number | null): string => (bytes === null ? '—' : String(Math.round(bytes / 2 ** 20)))

const line = ({ name, seconds, cpu, parts, memory }: Step): string =>
  `| ${name} | ${seconds.toFixed(0)} | ${[cpu, parts[0] ?? 0, parts.at(-1) ?? 0].map((ms) => ms.toFixed(1)).join(' | ')} | ${mib(memory.node_heap)} | ${mib(memory.node_rss)} | ${mib(memory.postgres)} |`

/** Those that triggers and functions run, too, and what planning takes. */
const watching = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_planning': 'on',
}

async function tellStatements(database: Database, count_shown: number): Promise<void> {
  type Statement = { ms: number; planning: number; calls: number; toplevel: boolean; query: string }
  const { rows } = await database.owner.query<Statement>(
    `select round(total_exec_time)::int as ms, round(total_plan_time)::int as planning, calls::int, toplevel,
       regexp_replace(left(query, 160), '\\s+', ' ', 'g') as query
     from pg_stat_statements order by total_exec_time + total_plan_time desc limit $1`,
    [count_shown],
  )
  for (const { ms, planning, calls, toplevel, query } of rows)
    console.log(
      `${ms} ms and ${planning} of planning, ${calls} calls${toplevel ? '' : ' within others'}: ${query}`,
    )
  await database.owner.query('select pg_stat_statements_reset()')
}

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      of: { type: 'string', default: 'clients' },
      rows: { type: 'string', default: '50000' },
      statements: { type: 'string', default: '0' },
    },
  })
  const rows = Number(values.rows)
  const shown = Number(values.statements)
  const seed = present(import_files[values.of], 'a kind of file that is measured')
  const broken = rows < 1000 ? 0 : 200
  // As the product brings it, but for waiting for the disk.
  const ground = await openGround({ fsync: 'off', ...(shown > 0 ? watching : {}) })
  const database = await ground.open(`imports_${values.of}`, 6)
  try {
    if (shown > 0) await database.owner.query('create extension pg_stat_statements')
    const world = worldOn(database)
    const file = await seed(world, rows)
    const log = {
      error: (found: unknown) => {
        throw new Error('work on an import failed', { cause: found })
      },
    }
    const deps: ImportDeps = {
      database,
      clock: world.clock,
      files: folderFiles(join(ground.home, 'files')),
      log,
    }
    const { rows: found } = await database.owner.query<{ data_directory: string }>('show data_directory')
    const postmaster = join(present(found[0], 'the data directory').data_directory, 'postmaster.pid')
    const lines: string[] = []
    await measure({ database, world, file, deps, postmaster }, rows, broken, async (one) => {
      lines.push(line(one))
      console.log(lines.at(-1), one.parts.map((ms) => ms.toFixed(1)).join(' '))
      if (shown > 0) await tellStatements(database, shown)
    })
    const text = [
      `A file of ${thousands(rows)} rows of ${file.template}, ${broken} of them broken until the file is checked again, each entered by the verb of the form. Milliseconds a row (also the seconds for 1,000 rows) are processor time of Node and PostgreSQL, which other work on the machine does not lengthen; the first and last fifth show growth with the rows. Memory is the highest: Node's heap and process, and PostgreSQL's own. ${machine()}. ${busyness()}`,
      '',
      '| | seconds on the clock | ms a row | in the first fifth | in the last fifth | Node heap MiB | Node process MiB | PostgreSQL MiB |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      ...lines,
    ].join('\n')
    process.stdout.write(`${text}\n`)
    if (shown === 0) keepResults(`imports, ${thousands(rows)} rows of ${file.template}`, text)
  } finally {
    await database.close()
    await ground.close()
  }
}
