/** Which backups stay: days of any moment, then weeks and months. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import {
  type BaseIndex,
  baseFiles,
  fileObject,
  listBases,
  listSegments,
  type StoredNames,
  segmentObject,
} from './backup-repository.ts'
import type { BackupTarget } from './backup-target.ts'

const DAY_MS = 86_400_000
const WEEKS = 4
const MONTHS = 12
const LEAST = 2

type Kept = {
  readonly bases: readonly BaseIndex[]
  /** Segments from here on stay; null: none is needed beyond those of the bases. */
  readonly from_segment: string | null
}

/** The newest of each group, of the newest groups. */
function newestOf(
  bases: readonly BaseIndex[],
  groups: number,
  groupOf: (base: BaseIndex) => string,
): BaseIndex[] {
  const newest = new Map(bases.map((base) => [groupOf(base), base]))
  return [...newest.values()].slice(-groups)
}

/** @param bases oldest first */
export function keptBases(bases: readonly BaseIndex[], keep_days: number, now: Instant): Kept {
  const since = instantFromMs(toMs(now) - keep_days * DAY_MS)
  // Every moment since then needs the full backup before it.
  const opening = bases.findLast(({ stopped_at }) => stopped_at <= since)
  const recent = bases.filter(({ stopped_at }) => stopped_at > since)
  const week = ({ stopped_at }: BaseIndex) => String(Math.floor((toMs(stopped_at) / DAY_MS + 3) / 7))
  const kept = new Set([
    ...(opening ? [opening] : []),
    ...recent,
    ...bases.slice(-LEAST),
    ...newestOf(bases, WEEKS, week),
    ...newestOf(bases, MONTHS, ({ stopped_at }) => stopped_at.slice(0, 7)),
  ])
  const first = opening ?? recent[0] ?? bases.at(-1)
  return { bases: bases.filter((base) => kept.has(base)), from_segment: first?.first_segment ?? null }
}

export const isSegmentKept = (name: string, { bases, from_segment }: Kept): boolean =>
  (from_segment !== null && name >= from_segment) ||
  bases.some(({ first_segment, last_segment }) => name >= first_segment && name <= last_segment)

/** Removes objects that no kept backup needs. @returns the number of full backups removed */
export async function removeOld(
  target: BackupTarget,
  keep_days: number,
  files: string,
  now: Instant,
): Promise<number> {
  const all = await listBases(target)
  const kept = keptBases(all, keep_days, now)
  const gone = all.filter((base) => !kept.bases.includes(base))
  for (const { name, secrets } of gone) {
    await target.remove(`base/${name}/index.json`)
    await target.remove(`base/${name}`)
    await target.remove(secrets)
  }
  for (const name of await listSegments(target))
    if (!isSegmentKept(name, kept)) await target.remove(segmentObject(name))
  await removeFiles(target, kept.bases, instantFromMs(toMs(now) - keep_days * DAY_MS), files)
  return gone.length
}

/** Stored files that no kept backup names, that the product has no more, and that are older than the days of any moment. */
async function removeFiles(
  target: BackupTarget,
  bases: readonly BaseIndex[],
  before: Instant,
  files: string,
): Promise<void> {
  const lists = await Promise.all(bases.map(({ name }) => target.json<StoredNames>(baseFiles(name))))
  const named = new Set(lists.flatMap((list) => list?.files ?? []))
  for (const folder of await target.list('files'))
    for (const name of await target.list(`files/${folder}`)) {
      const sha256 = name.replace(/\.age$/, '')
      if (named.has(sha256) || existsSync(join(files, folder, sha256))) continue
      const note = await target.note(fileObject(sha256))
      if ((note?.finished_at ?? before) < before) await target.remove(fileObject(sha256))
    }
}
