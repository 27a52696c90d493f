/** The last day of the signing certificate, kept where tasks find it; the operator reads it in the log. */
import { existsSync } from 'node:fs'
import { CERTIFICATE_DAYS } from '#business/signing/signing.rules.ts'
import type { Clock } from '#kernel/clock.ts'
import { addDays, type Day, daysBetween, formatDay } from '#kernel/day.ts'
import { londonDay } from '#kernel/instant.ts'
import type { Database } from '../database.ts'
import { keepSetting, keptSetting } from '../kept-settings.server.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { inTransaction } from '../tx.ts'
import { openSigningKey } from './signing-key.ts'

/** The words for the operator; null: it is not time yet. */
export function certificateWarning(ends_on: Day, today: Day): string | null {
  if (addDays(today, CERTIFICATE_DAYS) < ends_on) return null
  const days = daysBetween(today, ends_on)
  const end = formatDay(ends_on)
  return days < 0
    ? `The signing certificate ended on ${end}: set SIGNING_P12 to a new one`
    : `The signing certificate ends on ${end}: set SIGNING_P12 to a new one before`
}

type Upkeep = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly settings: Pick<Settings, 'signing'>
  readonly log: Pick<Log, 'warn'>
}

/**
 * Keeps the day in the database, and warns in the log. A key of our own that nobody has used is not made for it.
 * @throws Error with a sentence for the operator
 */
export async function keepCertificateEnd({ database, clock, settings, log }: Upkeep): Promise<void> {
  const { signing } = settings
  if (signing.p12_file === null && !existsSync(signing.own_key_file)) return
  const { ends_at } = await openSigningKey(signing, clock.now())
  const ends_on = londonDay(ends_at)
  await inTransaction(database, async (tx) => {
    if ((await keptSetting(tx, 'signing_certificate_ends')) !== ends_on)
      await keepSetting({ tx, clock }, 'signing_certificate_ends', ends_on, null)
  })
  const warning = certificateWarning(ends_on, clock.today())
  if (warning !== null) log.warn(warning)
}
