/**
 * Quality P5: a list of invoices as CSV and as Excel, the product's whole way (job, snapshot, the data endpoint's compiler as
 * the viewer, guard, file on disk) beside the fastest libraries' own examples fed by hand-written SQL, each in a process of
 * its own. `npm run bench -- export [--rows 100000] [--rounds 3] [--no-peers]`; twice the rows are measured, too: it takes twice the time.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { assert } from '#kernel/assert.ts'
import { type Databases, openDatabases, type Sized, thousands } from '../data/databases.ts'
import { installPeers } from '../data/peers.ts'
import { keepResults, machine } from '../results.ts'
import { addExporter } from './asked.ts'
import type { Case, Measured } from './case.ts'
import type { PeerCase, PeerMeasured } from './peer.ts'
import type { WriterMeasured } from './writer.ts'

const formats = ['csv', 'excel'] as const
const names = { csv: 'CSV', excel: 'Excel' } as const
const libraries = { csv: 'Papa Parse 5.7.1', excel: 'ExcelJS 4.4.0, streaming' } as const

/** As the product is started (scripts/launch.mjs), whose flags this process has, too. */
function inProcess<T>(file: string, asked: Case | PeerCase): T {
  const program = fileURLToPath(new URL(file, import.meta.url))
  const done = spawnSync(
    process.execPath,
    [...process.execArgv, '--expose-gc', program, JSON.stringify(asked)],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  if (done.status !== 0) throw new Error(`${file} ended with ${done.status ?? done.signal}`)
  return JSON.parse(done.stdout) as T // As the program prints it.
}

const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
const most = (list: readonly number[]): number => Math.max(...list)

interface Summed {
  readonly rows: number
  readonly seconds: number
  readonly rise_mib: number
  readonly megabytes: number
}

function summed(rounds: readonly Measured[]): Summed {
  const [first] = rounds
  assert(first !== undefined, 'there was a round')
  return {
    rows: first.rows,
    seconds: median(rounds.map((one) => one.seconds)),
    rise_mib: most(rounds.map((one) => one.rise_mib)),
    megabytes: first.megabytes,
  }
}

const line = (what: string, one: Summed) =>
  `| ${what} | ${thousands(one.rows)} | ${one.seconds.toFixed(2)} | ${thousands(Math.round(one.rows / one.seconds))} | ${one.rise_mib.toFixed(0)} | ${one.megabytes.toFixed(1)} |`

type Format = (typeof formats)[number]

/** All rounds of one format; without peers none of the library. */
interface Rounds {
  readonly once: readonly Measured[]
  readonly twice: readonly Measured[]
  readonly written: readonly WriterMeasured[]
  readonly peers: readonly PeerMeasured[]
}

function measure(
  { role_secret, home, sizes }: Databases,
  format: Format,
  count: number,
  withPeers: boolean,
): Rounds {
  const [single, twice] = sizes
  assert(single !== undefined && twice !== undefined, 'there are two sizes')
  const ours = (sized: Sized) =>
    inProcess<Measured>('./case.ts', { url: sized.url, role_secret, files: join(home, 'files'), format })
  const writer = () =>
    inProcess<WriterMeasured>('./writer.ts', { url: single.url, file: join(home, `own.${format}`), format })
  const peer = () =>
    inProcess<PeerMeasured>('./peer.ts', { url: single.url, file: join(home, `peer.${format}`), format })
  const rounds = Array.from({ length: count })
  // In turns, so that whatever else the machine does meets both.
  const turns = rounds.map(() => ({ mine: ours(single), written: writer(), peer: withPeers ? peer() : null }))
  return {
    once: turns.map(({ mine }) => mine),
    written: turns.map(({ written }) => written),
    peers: turns.flatMap((turn) => turn.peer ?? []),
    twice: rounds.map(() => ours(twice)),
  }
}

/** The lines of the table, and the sentence below it. */
function tell(format: Format, rows: number, rounds: Rounds): { lines: string[]; said: string } {
  const [once, double] = [summed(rounds.once), summed(rounds.twice)]
  assert(once.rows === rows && double.rows === 2 * rows, 'the product has all rows')
  const name = names[format]
  const lines = [line(`${name}, the product`, once), line(`${name}, the product, twice the rows`, double)]
  const speed = (seconds: number) => thousands(Math.round(rows / seconds))
  const own_s = median(rounds.written.map((one) => one.write_seconds))
  const writing = `${name}: writing the same rows from memory ${speed(own_s)} a second`
  const itself = `Twice the rows in ${(double.seconds / once.seconds).toFixed(2)} × the time; highest rise of memory ${once.rise_mib.toFixed(0)} MiB (goal ≤ 64), with twice the rows ${double.rise_mib.toFixed(0)}.`
  if (rounds.peers.length === 0) return { lines, said: `${writing}. ${itself}` }
  const peer = summed(rounds.peers)
  assert(peer.rows === rows, 'the library has all rows')
  const peer_s = median(rounds.peers.map((one) => one.write_seconds))
  return {
    lines: [...lines, line(`${name}, ${libraries[format]}`, peer)],
    said: `**${writing}, the library ${speed(peer_s)}: ${(peer_s / own_s).toFixed(2)} ×** (goal ≥ 1). The whole way from the database ${(peer.seconds / once.seconds).toFixed(2)} × a hand-written query with the library. ${itself}`,
  }
}

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '3' },
      'no-peers': { type: 'boolean', default: false },
    },
  })
  const with_peers = !values['no-peers']
  const missing = with_peers ? installPeers() : null
  if (missing !== null) throw new Error(`The libraries to compare with are not there: ${missing}`)
  const rows = Number(values.rows)
  const databases = await openDatabases([rows, 2 * rows])
  try {
    for (const { owner } of databases.sizes) await addExporter(owner)
    const told = formats.map((format) =>
      tell(format, rows, measure(databases, format, Number(values.rounds), with_peers)),
    )
    const text = [
      `Every invoice of a provider in twelve columns, three of them names of other rows; ${values.rounds} rounds in turns, median times, highest memory above that after a warm-up. The product's time is the whole job: count, snapshot, rows as the viewer sees them, guard, file flushed to disk. The library's is a hand-written query whose rows it is given all at once. ${machine()}.`,
      '',
      '| | rows | seconds | rows a second | memory rise MiB | MB |',
      '| --- | ---: | ---: | ---: | ---: | ---: |',
      ...told.flatMap(({ lines }) => lines),
      '',
      ...told.flatMap(({ said }) => [said, '']),
    ].join('\n')
    process.stdout.write(`${text}\n`)
    keepResults(`P5 export, ${thousands(rows)} rows`, text)
  } finally {
    await databases.close()
  }
}
