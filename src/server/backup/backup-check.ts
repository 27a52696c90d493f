/** `npm run backup -- --check`: whether everything in the target is as it was written. It needs no key. */
import type { Instant } from '#kernel/instant.ts'
import { besideIndexes } from './backup-beside.ts'
import { nextSegment } from './backup-pages.rules.ts'
import { fileObject, listBases, listSegments, segmentObject } from './backup-repository.ts'
import { shown } from './backup-restore.ts'
import { type BackupTarget, Damaged } from './backup-target.ts'

type Checked = { readonly objects: number; readonly newest: string | null; readonly faults: string[] }

async function faultOf(target: BackupTarget, object: string): Promise<string[]> {
  try {
    for await (const bytes of target.read(object)) void bytes
    return []
  } catch (error) {
    if (error instanceof Damaged) return [error.message]
    throw error
  }
}

async function objectsOf(target: BackupTarget): Promise<string[]> {
  const bases = await listBases(target)
  const segments = await listSegments(target)
  const folders = await target.list('files')
  const files = await Promise.all(folders.map((folder) => target.list(`files/${folder}`)))
  return [
    ...bases.flatMap(({ parts, manifest, secrets }) => [...parts, manifest, secrets]),
    ...(await besideIndexes(target)).flatMap(({ manifest, secrets }) => [manifest, secrets]),
    ...segments.map(segmentObject),
    ...files.flat().map((name) => fileObject(name.replace(/\.age$/, ''))),
  ]
}

/** Segments that are missing between the first and the last of each timeline, unless no full backup needs them. */
async function gaps(target: BackupTarget): Promise<string[]> {
  const bases = await listBases(target)
  const segments = await listSegments(target)
  const known = new Set(segments)
  const last = segments.at(-1) ?? ''
  const [oldest] = bases.filter(({ archived }) => archived)
  const needed = bases.flatMap(({ first_segment, last_segment }) => ({
    from: first_segment,
    to: last_segment,
  }))
  if (oldest) needed.push({ from: oldest.first_segment, to: last })
  const missing = new Set<string>()
  for (const { from, to } of needed)
    for (let name = from; name <= to && name.slice(0, 8) === to.slice(0, 8); name = nextSegment(name))
      if (!known.has(name)) missing.add(name)
  return [...missing].map((name) => `WAL segment ${name} is missing.`)
}

export async function checkBackup(target: BackupTarget): Promise<Checked> {
  const objects = await objectsOf(target)
  const faults: string[] = []
  for (const object of objects) faults.push(...(await faultOf(target, object)))
  const bases = await listBases(target)
  if (bases.length === 0 && (await besideIndexes(target)).length === 0)
    faults.push('There is no full backup that was completed.')
  faults.push(...(await gaps(target)))
  const last = (await listSegments(target)).at(-1)
  const newest = last === undefined ? null : ((await target.note(segmentObject(last)))?.finished_at ?? null)
  return { objects: objects.length, newest, faults }
}

/** The moments that a backup restores to. */
export async function momentsOf(target: BackupTarget): Promise<string[]> {
  const bases = await listBases(target)
  const { newest } = await endOf(target)
  return bases.map(({ stopped_at, archived, release, kept_bytes }) => {
    const until = archived && newest !== null ? `, and any moment up to ${shown(newest)}` : ''
    return `${shown(stopped_at)}  v${release}  ${Math.ceil(kept_bytes / 1e6)} MB${until}`
  })
}

async function endOf(target: BackupTarget): Promise<{ newest: Instant | null }> {
  const last = (await listSegments(target)).at(-1)
  const note = last === undefined ? null : await target.note(segmentObject(last))
  return { newest: (note?.finished_at as Instant | undefined) ?? null } // Written by the shipper.
}
