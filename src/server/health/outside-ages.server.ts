/** What alarms need from outside of the database: the newest backup, and the certificate of the public address. */
import { connect } from 'node:tls'
import type { Clock } from '#kernel/clock.ts'
import { type Instant, toMs } from '#kernel/instant.ts'
import { besideIndexes } from '../backup/backup-beside.ts'
import { listBases, listSegments, openRepository, segmentObject } from '../backup/backup-repository.ts'
import type { BackupTarget } from '../backup/backup-target.ts'
import type { Settings } from '../settings.ts'
import type { BackupAges } from './alarm.rules.ts'
import { gauges } from './metrics.ts'

export type OutsideAges = {
  /** Null where backups are off. */
  readonly backup: BackupAges | null
  /** Days that the certificate still holds; null without https, or while nobody answers. */
  readonly certificate_days: number | null
}

/** A certificate changes seldom, and asking is a connection. */
const CERTIFICATE_EVERY_MS = 3_600_000
const TIMEOUT_MS = 10_000
const DAY_MS = 86_400_000

/** Moments of the newest backup and the newest shipped segment; null where there is none. */
export async function newestOf(
  target: BackupTarget,
): Promise<{ readonly full_at: Instant | null; readonly archived_at: Instant | null }> {
  const fulls = [...(await listBases(target)), ...(await besideIndexes(target))].map((one) => one.stopped_at)
  const last = (await listSegments(target)).at(-1)
  const note = last === undefined ? null : await target.note(segmentObject(last))
  return {
    full_at: fulls.sort().at(-1) ?? null,
    archived_at: (note?.finished_at as Instant | undefined) ?? null, // Written by the shipper.
  }
}

/** Expiry of the certificate at an https address, trusted or not; null when the address does not answer. */
export function certificateEnd(address: string): Promise<number | null> {
  const { hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((done) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(/[a-z]/i.test(host) && !host.includes(':') ? { servername: host } : {}),
      rejectUnauthorized: false,
    })
    const end = (value: number | null) => {
      socket.destroy()
      done(value)
    }
    socket.setTimeout(TIMEOUT_MS, () => end(null))
    socket.once('error', () => end(null))
    socket.once('secureConnect', () => {
      end(socket.getPeerX509Certificate()?.validToDate.getTime() ?? null)
    })
  })
}

/** Reads the ages, and sets their metrics. */
export function outsideAges(
  { backup, databaseUrl, home, publicUrl }: Pick<Settings, 'backup' | 'databaseUrl' | 'home' | 'publicUrl'>,
  clock: Clock,
): () => Promise<OutsideAges> {
  const now_ms = () => toMs(clock.now())
  const age_s = (at: Instant | null) => (at === null ? null : Math.floor((now_ms() - toMs(at)) / 1000))
  let certificate: { readonly asked_ms: number; readonly ends_ms: number | null } | null = null
  const readBackup = async (): Promise<BackupAges | null> => {
    if (backup === null) return null
    const { full_at, archived_at } = await newestOf(await openRepository(backup.folder, home))
    if (full_at) gauges.backup_full.set(toMs(full_at) / 1000)
    if (archived_at) gauges.backup_archive.set(toMs(archived_at) / 1000)
    // Segments of a database of DATABASE_URL are another program's.
    return { full_s: age_s(full_at), is_archiving: databaseUrl === null, archive_s: age_s(archived_at) }
  }
  const readCertificate = async (): Promise<number | null> => {
    if (!publicUrl?.startsWith('https:')) return null
    if (certificate === null || now_ms() - certificate.asked_ms >= CERTIFICATE_EVERY_MS)
      certificate = { asked_ms: now_ms(), ends_ms: await certificateEnd(publicUrl) }
    const { ends_ms } = certificate
    if (ends_ms === null) return null
    gauges.certificate_end.set(ends_ms / 1000)
    return Math.floor((ends_ms - now_ms()) / DAY_MS)
  }
  return async () => ({ backup: await readBackup(), certificate_days: await readCertificate() })
}
