/**
 * A file as large as one may be, from end to end: a mark and semicolons in front, broken rows between good ones, progress
 * that goes on, memory that does not grow with the rows, and an undo. By day a smaller one; at night 50,000 rows; `IMPORT_ROWS` says another
 * number.
 */
import { expect, test } from 'vitest'
import { import_rows_max } from '#business/imports/import-stage.job.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, seedAgency, seedProvider } from '#test/fixtures/world.ts'
import { importing } from './run.ts'

const isNight = Boolean(process.env.STINT_NIGHTLY)
const rows_count = Number(process.env.IMPORT_ROWS ?? (isNight ? import_rows_max : 200))
const broken_count = rows_count > 200 ? 200 : 20

const { world } = await freshWorld()
const imports = importing(world)
const { admin, id: agency_id } = await seedAgency(world, await seedProvider(world))

/** What is wrong with a broken row, and the column it is said of. */
const faults = [
  { row: (n: number) => `;${n} High Street;30`, field: 'from_party.name' },
  { row: (n: number) => `Broken ${n};${n} High Street;thirty`, field: 'temp_payment_terms' },
  { row: (n: number) => `Client 1;${n} High Street;30`, field: 'from_party.name' },
  { row: (n: number) => `Broken ${n};${n} High Street;-1`, field: 'temp_payment_terms' },
] as const
const every = Math.floor(rows_count / broken_count)
const faultOf = (n: number) => (n % every === 0 ? faults[(n / every) % faults.length] : undefined)

const lines = Array.from({ length: rows_count }, (_, at) => {
  const n = at + 1
  return faultOf(n)?.row(n) ?? `Client ${n};${n} High Street;${n % 90}`
})
const file = `\ufeffName;Address Line 1;Temp Payment Terms\r\n${lines.join('\r\n')}\r\n`

async function clients(): Promise<number> {
  const [found] = await imports.sql<{ n: number }>(
    `select count(*)::int as n from business.service
     where type = 'client-agency' and to_business_id = $1 and deleted_at is null`,
    agency_id,
  )
  return found?.n ?? -1
}

/** How far the job of an import is, each time it says so: a trigger of the test's own writes it down. */
await imports.sql('create table public.told (no bigint generated always as identity, job_id uuid, done int)')
await imports.sql(`create function public.tell() returns trigger language plpgsql security definer as
  $$ begin insert into public.told (job_id, done) values (new.id, new.done); return null; end $$`)
await imports.sql(
  'create trigger told after update of done on platform.job for each row execute function public.tell()',
)
const told = async (job_id: string): Promise<number[]> =>
  (
    await imports.sql<{ done: number }>('select done from public.told where job_id = $1 order by no', job_id)
  ).map(({ done }) => done)

test(
  'a large file is checked, imported but for its broken rows, and taken back',
  async () => {
    const spent: Record<string, number> = {}
    const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      const from = performance.now()
      const result = await work()
      spent[what] = Math.round(performance.now() - from)
      return result
    }
    const id = await imports.upload(admin, 'business.client.create', file)
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    const checked = await timed('checking', () => imports.run(id))
    expect(checked).toMatchObject({
      status: 'checked',
      delimiter: ';',
      row_count: rows_count,
      faulty_count: broken_count,
    })
    const steps = await told(checked.job_id)
    expect(steps.toSorted((a, b) => a - b)).toEqual(steps)
    expect(new Set(steps).size).toBeGreaterThan(rows_count / 100)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 2 ** 20)
    const errors = await imports.errors(id)
    expect(Object.keys(errors)).toHaveLength(broken_count)
    for (let n = every; n <= rows_count; n += every)
      expect(Object.keys(errors[n + 1] ?? {}), `row ${n}`).toEqual([faultOf(n)?.field])
    expect(await clients()).toBe(0)

    await act(world, admin, 'platform.import.apply', { id, mode: 'valid' })
    const applied = await timed('importing', () => imports.run(id))
    expect(applied).toMatchObject({
      status: 'applied',
      applied_count: rows_count - broken_count,
      faulty_count: broken_count,
    })
    expect(await clients()).toBe(rows_count - broken_count)

    expect(await timed('undoing', () => imports.undo(admin, id))).toMatchObject({ status: 'undone' })
    expect(await clients()).toBe(0)
    process.stdout.write(`import of ${rows_count} rows, ms: ${JSON.stringify(spent)}\n`)
  },
  120_000 + rows_count * 72,
)
