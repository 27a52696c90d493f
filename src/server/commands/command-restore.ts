import { rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { systemClock } from '#kernel/clock.ts'
import { toMs } from '#kernel/instant.ts'
import { restoreBeside } from '../backup/backup-beside.ts'
import { momentsOf } from '../backup/backup-check.ts'
import { discardWork, holdWork, releaseWork } from '../backup/backup-held.ts'
import { findRepository, type Manifest } from '../backup/backup-repository.ts'
import { readMoment, requireEmpty, restoreInto, shown } from '../backup/backup-restore.ts'
import { restoredFaults } from '../backup/backup-verify.ts'
import { embeddedData } from '../embedded/embedded-database.ts'
import { parseSettings } from '../settings.ts'
import { restoreOptions } from './command-backup.ts'
import { openInstallation } from './command-installation.ts'
import { say } from './command-say.ts'
import { restoreSnapshot } from './command-snapshot.ts'

async function decide(act: typeof releaseWork, word: string): Promise<void> {
  const installation = await openInstallation(parseSettings(process.env), { beside: true, onNotice: say })
  try {
    const { messages, jobs } = await act(installation.database.owner)
    say(`${word}: ${messages} messages and ${jobs} jobs.`)
  } finally {
    await installation.close()
  }
}

/** Compares the restored database with the facts of its backup, and prints the differences. */
async function sayFaults(url: string, folder: string, manifest: Manifest): Promise<void> {
  say('Checking …')
  const faults = await restoredFaults(url, join(folder, 'files'), manifest)
  for (const fault of faults) say(fault)
  say(faults.length === 0 ? 'All checks hold.' : `${faults.length} checks are broken.`)
  if (faults.length > 0) process.exitCode = 1
}

type Wish = { from: string; identity: string | undefined; to: string | undefined; into: string }

async function restoreBackup({ from, identity, to, into }: Wish): Promise<void> {
  const asked_at = systemClock.now()
  const began_ms = performance.now()
  const moment = to === undefined ? null : readMoment(to, asked_at)
  const folder = resolve(into)
  requireEmpty(folder)
  const target = findRepository(resolve(from))
  const restored = await restoreInto({ ...restoreOptions(identity), target, to: moment, into: folder })
  try {
    const owner = new pg.Pool({ connectionString: restored.url, max: 1 })
    const held = await holdWork(owner).finally(() => owner.end())
    await sayFaults(restored.url, folder, restored.manifest)
    const lost_s = restored.reached
      ? 0
      : Math.max(0, toMs(moment ?? asked_at) - toMs(restored.ended_at)) / 1000
    if (moment !== null && !restored.reached) say('The log ends before that moment.')
    say(
      `Restored to ${shown(restored.reached && moment ? moment : restored.ended_at)}. Lost after that: ${Math.round(lost_s)} s. Took ${Math.round((performance.now() - began_ms) / 1000)} s.`,
    )
    say(
      `${held.messages} messages and ${held.jobs} jobs are held. Decide with STINT_HOME=${folder} npm run restore -- --release or --discard.`,
    )
  } finally {
    await restored.stop()
    rmSync(join(dirname(embeddedData(folder) ?? join(folder, 'database')), 'wal-in'), {
      recursive: true,
      force: true,
    })
  }
}

/** PostgreSQL answers before it has replayed the log, but takes no changes. */
async function untilReplayed(owner: pg.Pool): Promise<void> {
  for (let no = 0; ; no += 1) {
    const { rows } = await owner.query<{ replays: boolean }>('select pg_is_in_recovery() as replays')
    if (rows[0]?.replays !== true) return
    if (no === 0) say('PostgreSQL replays the log …')
    await pause(1_000)
  }
}

/** Stored files and secrets, beside a database that another tool has restored; with DATABASE_URL this is checked. */
async function restoreFiles({ from, identity, to, into }: Wish): Promise<void> {
  const now = systemClock.now()
  const began_ms = performance.now()
  const moment = to === undefined ? null : readMoment(to, now)
  const folder = resolve(into)
  const { identities } = restoreOptions(identity)
  const target = findRepository(resolve(from))
  const { manifest, facts_at } = await restoreBeside(target, identities, { to: moment, into: folder })
  say(`Stored files and secrets are in ${folder}.`)
  const { databaseUrl: url } = parseSettings(process.env)
  if (url === null) return say('Set DATABASE_URL to the restored database to check it.')
  const owner = new pg.Pool({ connectionString: url, max: 1 })
  try {
    await untilReplayed(owner)
    const held = await holdWork(owner)
    say(`${held.messages} messages and ${held.jobs} jobs are held. Decide with --release or --discard.`)
    const { rows } = await owner.query<{ at: Date | null }>('select max(at) as at from log.audit')
    const ended_at = rows[0]?.at?.getTime() ?? toMs(facts_at)
    await sayFaults(url, folder, manifest)
    const lost_s = Math.max(0, Math.round((toMs(moment ?? now) - ended_at) / 1000))
    const took_s = Math.round((performance.now() - began_ms) / 1000)
    say(
      `The last work is of ${lost_s} s before ${moment === null ? 'now' : 'that moment'}. Facts of ${shown(facts_at)}. Took ${took_s} s.`,
    )
  } finally {
    await owner.end()
  }
}

/** `npm run restore -- --from TARGET --identity FILE --into FOLDER [--to MOMENT] [--files]`, `--list`, `--release`, `--discard`, `--snapshot NAME`. */
export async function restore(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string' },
      identity: { type: 'string' },
      to: { type: 'string' },
      into: { type: 'string' },
      files: { type: 'boolean' },
      list: { type: 'boolean' },
      release: { type: 'boolean' },
      discard: { type: 'boolean' },
      snapshot: { type: 'string' },
    },
  })
  if (values.snapshot !== undefined) return restoreSnapshot(parseSettings(process.env), values.snapshot)
  if (values.release) return decide(releaseWork, 'Released')
  if (values.discard) return decide(discardWork, 'Discarded')
  if (values.from === undefined) throw new Error('Name the backup: --from FOLDER')
  if (values.list) {
    for (const moment of await momentsOf(findRepository(resolve(values.from)))) say(moment)
    return
  }
  if (values.into === undefined) throw new Error('Name an empty folder: --into FOLDER')
  const wish = { from: values.from, identity: values.identity, to: values.to, into: values.into }
  await (values.files ? restoreFiles(wish) : restoreBackup(wish))
}
