import { rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { systemClock } from '#kernel/clock.ts'
import { toMs } from '#kernel/instant.ts'
import { momentsOf } from '../backup/backup-check.ts'
import { discardWork, holdWork, releaseWork } from '../backup/backup-held.ts'
import { findRepository } from '../backup/backup-repository.ts'
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
    say('Checking …')
    const faults = await restoredFaults(restored.url, join(folder, 'files'), restored.manifest)
    for (const fault of faults) say(fault)
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
    say(faults.length === 0 ? 'All checks hold.' : `${faults.length} checks are broken.`)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await restored.stop()
    rmSync(join(dirname(embeddedData(folder) ?? join(folder, 'database')), 'wal-in'), {
      recursive: true,
      force: true,
    })
  }
}

/** `npm run restore -- --from TARGET --identity FILE --into FOLDER [--to MOMENT]`, `--list`, `--release`, `--discard`, `--snapshot NAME`. */
export async function restore(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string' },
      identity: { type: 'string' },
      to: { type: 'string' },
      into: { type: 'string' },
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
  await restoreBackup({ from: values.from, identity: values.identity, to: values.to, into: values.into })
}
