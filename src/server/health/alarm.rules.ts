/** The faults of the running product that administrators are told of, and their words. */

/** Seconds since the newest backup; null where there is none yet. */
export type BackupAges = {
  readonly full_s: number | null
  /** The log of the database is shipped as it grows. */
  readonly is_archiving: boolean
  readonly archive_s: number | null
}

export type AlarmFacts = {
  /** Checks of the books that found broken rows, in words. */
  readonly broken: readonly string[]
  /** Of the oldest changes that no round has judged; null before the first round. */
  readonly unchecked_s: number | null
  /** Since this process started. */
  readonly running_s: number
  readonly disk_free_ratio: number
  readonly outbox_oldest_s: number
  /** Null where backups are off. */
  readonly backup: BackupAges | null
  /** Null without a certificate of ours. */
  readonly certificate_days: number | null
}

export const alarms = {
  InvariantBroken: 'Stint alarm: a check of the books found broken rows',
  CheckStopped: 'Stint alarm: the checks of the books have stopped',
  DiskLow: 'Stint alarm: the disk is nearly full',
  OutboxStuck: 'Stint alarm: messages are not delivered',
  BackupLate: 'Stint alarm: the newest backup is too old',
  CertificateSoon: 'Stint alarm: the certificate ends soon',
} as const
export type AlarmName = keyof typeof alarms

const CHECKS_LATE_S = 900
const OUTBOX_LATE_S = 900
const DISK_LOW = 0.1
/** The nightly full backup may take two hours longer than the last one. */
const FULL_LATE_S = 26 * 3600
/** Five minutes of work may be lost; the alarm also waits five minutes. */
const ARCHIVE_LATE_S = 600
const CERTIFICATE_DAYS = 14
/** Told again while it lasts. */
export const TELL_AGAIN_HOURS = 4

const percent = (ratio: number) => `${Math.round(ratio * 1000) / 10}%`

/** The alarms of this moment, each with its facts in words. */
export function alarmsNow(facts: AlarmFacts): ReadonlyMap<AlarmName, string> {
  const { broken, disk_free_ratio, outbox_oldest_s } = facts
  const now = new Map<AlarmName, string>()
  if (broken.length > 0) now.set('InvariantBroken', broken.join('\n'))
  const unchecked_s = Math.min(facts.unchecked_s ?? facts.running_s, facts.running_s)
  if (unchecked_s > CHECKS_LATE_S)
    now.set(
      'CheckStopped',
      `The changes of the last ${Math.floor(unchecked_s / 60)} minutes are not checked.`,
    )
  if (disk_free_ratio < DISK_LOW) now.set('DiskLow', `${percent(disk_free_ratio)} of the disk is free.`)
  if (outbox_oldest_s > OUTBOX_LATE_S)
    now.set('OutboxStuck', `The oldest message has waited for ${Math.floor(outbox_oldest_s / 60)} minutes.`)
  const late = facts.backup && backupWords(facts.backup, facts.running_s)
  if (late) now.set('BackupLate', late)
  const { certificate_days } = facts
  if (certificate_days !== null && certificate_days < CERTIFICATE_DAYS)
    now.set(
      'CertificateSoon',
      certificate_days < 0
        ? 'The certificate of the public address has ended.'
        : `The certificate of the public address ends in ${certificate_days} days.`,
    )
  return now
}

/** Null where the backup is new enough. A process that just started waits for the first one. */
function backupWords({ full_s, is_archiving, archive_s }: BackupAges, running_s: number): string | null {
  const full_age_s = full_s ?? running_s
  if (full_age_s > FULL_LATE_S)
    return full_s === null
      ? 'There is no full backup.'
      : `The last full backup is ${Math.floor(full_age_s / 3600)} hours old.`
  const archive_age_s = Math.min(archive_s ?? running_s, running_s)
  return is_archiving && archive_age_s > ARCHIVE_LATE_S
    ? `The log of the database was shipped last ${Math.floor(archive_age_s / 60)} minutes ago: that much work would be lost.`
    : null
}
