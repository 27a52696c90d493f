/** `npm run freeze`: adds new migrations to migrations/frozen.json with their hashes. Lines are added, never changed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MigrationFile, readMigrations } from '#server/migrate.ts'
import { contractedSince, contractions } from '#server/migrate-text.rules.ts'
import { root } from './steps.ts'

/** A landed migration, and the release that brings it. */
export type Frozen = { readonly name: string; readonly sha256: string; readonly release: string }

const file = join(root, 'migrations', 'frozen.json')

export const readFrozen = (): Frozen[] => JSON.parse(readFileSync(file, 'utf8')) as Frozen[] // Written below.

/** What the list says that the files do not, and the other way round. */
export function frozenFaults(files: readonly MigrationFile[], frozen: readonly Frozen[]): string[] {
  const changed = frozen.flatMap(({ name, sha256 }, at) => {
    const now = files.find((one) => one.name === name)
    if (now === undefined)
      return [`migrations/${name} is frozen and gone: restore it, and put the change into a new file`]
    if (now.hash !== sha256)
      return [`migrations/${name} is frozen and was changed: restore it, and put the change into a new file`]
    return files[at]?.name === name ? [] : [`migrations/frozen.json: ${name} is not in its place`]
  })
  const known = new Set(frozen.map(({ name }) => name))
  const missing = files
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => `migrations/${name} is not in migrations/frozen.json: run npm run freeze`)
  return [...changed, ...missing]
}

const numbers = (release: string) => release.split('.').map(Number)

/** Whether a release came before another. */
function isBefore(one: string, other: string): boolean {
  const [a, b] = [numbers(one), numbers(other)]
  const at = [0, 1, 2].find((place) => (a[place] ?? 0) !== (b[place] ?? 0))
  return at !== undefined && (a[at] ?? 0) < (b[at] ?? 0)
}

/**
 * Files that take something away from the code of the release before, which still runs during an upgrade. The first
 * release has none before it.
 */
export function contractFaults(files: readonly MigrationFile[], frozen: readonly Frozen[]): string[] {
  return frozen.flatMap(({ name, release }) => {
    const text = files.find((one) => one.name === name)?.text ?? ''
    const since = contractedSince(text)
    const [statement] = contractions(text)
    const is_free = release === frozen[0]?.release || (since !== null && isBefore(since, release))
    return statement === undefined || is_free
      ? []
      : [
          `migrations/${name} takes something away (${statement}): add "-- contract: since v…" with the earlier release that stopped using it`,
        ]
  })
}

/** The list with the files that are new. @throws where a frozen file is gone or changed */
export function freeze(
  files: readonly MigrationFile[],
  frozen: readonly Frozen[],
  release: string,
): Frozen[] {
  const added = files
    .filter((one) => frozen.every(({ name }) => name !== one.name))
    .map(({ name, hash }) => ({ name, sha256: hash, release }))
  const all = [...frozen, ...added]
  const faults = [...frozenFaults(files, all), ...contractFaults(files, all)]
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return all
}

if (import.meta.main) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string } // npm's form.
  const all = freeze(readMigrations(), readFrozen(), version)
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
}
