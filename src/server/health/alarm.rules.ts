/** The faults of the running product that administrators are told of, and their words. */

export type AlarmFacts = {
  /** Checks of the books that found broken rows, in words. */
  readonly broken: readonly string[]
  /** Of the oldest changes that no round has judged; null before the first round. */
  readonly unchecked_s: number | null
  /** Since this process started. */
  readonly running_s: number
  readonly disk_free_ratio: number
  readonly outbox_oldest_s: number
}

export const alarms = {
  InvariantBroken: 'Stint alarm: a check of the books found broken rows',
  CheckStopped: 'Stint alarm: the checks of the books have stopped',
  DiskLow: 'Stint alarm: the disk is nearly full',
  OutboxStuck: 'Stint alarm: messages are not delivered',
} as const
export type AlarmName = keyof typeof alarms

const CHECKS_LATE_S = 900
const OUTBOX_LATE_S = 900
const DISK_LOW = 0.1
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
  return now
}
