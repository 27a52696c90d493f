/**
 * Backs up stored files, secrets, and facts to compare a restored database with, beside a backup of PostgreSQL alone.
 * For installations with DATABASE_URL (operations, Backup).
 */
import { join } from 'node:path'
import pg from 'pg'
import type { Clock } from '#kernel/clock.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { readFacts } from './backup-facts.ts'
import { backupName, indexesIn, type Manifest } from './backup-repository.ts'
import { Restore, requireEmpty } from './backup-restore.ts'
import { jsonBytes, sealed } from './backup-seal.ts'
import { secretsTar } from './backup-secrets.ts'
import { type ShipDeps, shipStoredFiles } from './backup-ship.ts'
import type { BackupTarget } from './backup-target.ts'

/** Facts of a moment. Written last, so facts without it do not exist. */
type BesideIndex = {
  readonly name: string
  readonly stopped_at: Instant
  readonly recipients: readonly string[]
  readonly secrets: string
  readonly manifest: string
}

export type BesideDeps = ShipDeps & {
  /** The folder with the secrets. */
  readonly home: string
  readonly url: string
  readonly keep_days: number
  readonly clock: Clock
}

/** Facts of an hour tell enough; files go at each call. */
const FACTS_EVERY_MS = 3_600_000
const DAY_MS = 86_400_000

const indexOf = (name: string) => `beside/${name}/index.json`

export const besideIndexes = (target: BackupTarget): Promise<BesideIndex[]> => indexesIn(target, 'beside')

async function keepFacts(deps: BesideDeps, now: Instant): Promise<void> {
  const { target, recipients } = deps
  const name = backupName(now)
  const client = new pg.Client({ connectionString: deps.url, application_name: 'stint backup' })
  await client.connect()
  try {
    const { manifest: facts } = await readFacts(client, now)
    const content: Manifest = { files: [], ...facts }
    const [secrets, manifest] = [
      `beside/${name}/secrets.tar.zst.age`,
      `beside/${name}/manifest.json.zst.age`,
    ] as const
    await target.put(secrets, sealed(secretsTar(deps.home), recipients, { compressed: true }))
    await target.put(manifest, sealed(jsonBytes(content), recipients, { compressed: true }))
    const index: BesideIndex = { name, stopped_at: deps.clock.now(), recipients, secrets, manifest }
    await target.putJson(indexOf(name), index)
  } finally {
    await client.end()
  }
}

/** The newest one always stays. */
async function removeOldFacts({ target, keep_days }: BesideDeps, now: Instant): Promise<void> {
  const since = instantFromMs(toMs(now) - keep_days * DAY_MS)
  const kept = (await besideIndexes(target)).slice(0, -1)
  for (const { name, secrets, manifest } of kept.filter(({ stopped_at }) => stopped_at < since)) {
    await target.remove(indexOf(name))
    await target.remove(secrets)
    await target.remove(manifest)
  }
}

/**
 * Ships new stored files, and once an hour the secrets and facts.
 * @returns the number of files shipped
 * @throws Error when target or database cannot be reached
 */
export async function backUpBeside(deps: BesideDeps): Promise<number> {
  const shipped = await shipStoredFiles(deps)
  const now = deps.clock.now()
  const last = (await besideIndexes(deps.target)).at(-1)
  if (last && toMs(now) - toMs(last.stopped_at) < FACTS_EVERY_MS) return shipped
  await keepFacts(deps, now)
  await removeOldFacts(deps, now)
  return shipped
}

/**
 * Writes stored files and secrets into an empty folder.
 * @param to the moment of the restored database; null = its end
 * @returns the facts of the newest moment up to it
 * @throws Error for the operator; then the folder is of no use
 */
export async function restoreBeside(
  target: BackupTarget,
  identities: readonly string[],
  { to, into }: { readonly to: Instant | null; readonly into: string },
): Promise<{ readonly manifest: Manifest; readonly facts_at: Instant }> {
  requireEmpty(into)
  const indexes = await besideIndexes(target)
  const [oldest] = indexes
  if (!oldest) throw new Error('The backup holds no files of an installation with DATABASE_URL.')
  const index = indexes.findLast(({ stopped_at }) => to === null || stopped_at <= to) ?? oldest
  const restore = new Restore({ target, identities }, { ...index, parts: [] }, [])
  const manifest = await restore.manifest()
  await restore.unpack(index.secrets, into, null)
  await restore.storedFiles(join(into, 'files'))
  return { manifest, facts_at: index.stopped_at }
}
