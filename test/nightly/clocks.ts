/** The unit and database tests at moments that find dates read from the wrong clock (quality R9). */
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'

type ClockRun = {
  readonly name: string
  /** The moment at which the run begins; from there time goes on. Null: now. */
  readonly begins: string | null
  readonly time_zone: string
}

/** Some begin minutes before midnight or before the change of the clock, so that the run crosses it. */
export const clock_runs: readonly ClockRun[] = [
  // In London the day has begun; in UTC it is still the day before.
  { name: 'half_past_midnight', begins: '2027-07-15T23:30:00Z', time_zone: 'Europe/London' },
  { name: 'leap_day', begins: '2028-02-29T00:05:00Z', time_zone: 'UTC' },
  { name: 'tax_year_end', begins: '2027-04-05T22:55:00Z', time_zone: 'Europe/London' },
  { name: 'spring_change', begins: '2027-03-28T00:55:00Z', time_zone: 'Europe/London' },
  { name: 'autumn_change', begins: '2027-10-31T00:55:00Z', time_zone: 'Europe/London' },
  { name: 'year_end', begins: '2027-12-31T23:55:00Z', time_zone: 'UTC' },
  { name: 'kiritimati', begins: null, time_zone: 'Pacific/Kiritimati' },
  { name: 'los_angeles', begins: null, time_zone: 'America/Los_Angeles' },
]

const LIBRARY = 'libfaketimeMT.so.1'
const folders = [
  '/usr/lib/x86_64-linux-gnu/faketime',
  '/usr/lib/aarch64-linux-gnu/faketime',
  '/usr/local/lib/faketime',
]

/** @throws where the library that shifts the clock is not installed */
function library(): string {
  const wanted = process.env.LIBFAKETIME
  const found = wanted ?? folders.map((folder) => `${folder}/${LIBRARY}`).find(existsSync)
  if (found === undefined || !existsSync(found))
    throw new Error(
      `${wanted ?? LIBRARY} is not on this machine. Install libfaketime (Debian: apt install faketime), or name its file in LIBFAKETIME.`,
    )
  return found
}

/** Variables of one run; the embedded database takes over those that shift its clock, too. */
export function variablesOf({ begins, time_zone }: ClockRun): Record<string, string> {
  if (begins === null) return { TZ: time_zone }
  const offset_s = Math.round((Date.parse(begins) - Date.now()) / 1000)
  return {
    TZ: time_zone,
    LD_PRELOAD: [library(), process.env.LD_PRELOAD].filter(Boolean).join(delimiter),
    // An offset, and not a moment, at which each new process would begin anew.
    FAKETIME: `${offset_s < 0 ? '' : '+'}${offset_s}`,
    // What is waited for is measured by the clock that nobody sets.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // The database runs as another user, who may not open our shared memory.
    FAKETIME_DISABLE_SHM: '1',
  }
}
