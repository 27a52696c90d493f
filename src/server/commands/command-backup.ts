import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '#kernel/clock.ts'
import { toMs } from '#kernel/instant.ts'
import { makeBaseBackup } from '../backup/backup-base.ts'
import { backUpBeside } from '../backup/backup-beside.ts'
import { checkBackup } from '../backup/backup-check.ts'
import { findRepository, freshRepository, listBases, openRepository } from '../backup/backup-repository.ts'
import { type RestoreOptions, restoreInto, shown } from '../backup/backup-restore.ts'
import { removeOld } from '../backup/backup-retention.ts'
import { newKey, readIdentities } from '../backup/backup-seal.ts'
import { shipUntil } from '../backup/backup-shipper.ts'
import type { BackupTarget } from '../backup/backup-target.ts'
import { restoredFaults } from '../backup/backup-verify.ts'
import { embeddedData, spoolOf } from '../embedded/embedded-database.ts'
import { readMigrations } from '../migrate.ts'
import { productVersion } from '../product-version.ts'
import { parseSettings, type Settings } from '../settings.ts'
import { type Installation, openInstallation } from './command-installation.ts'
import { say } from './command-say.ts'

const NO_KEY = 'BACKUP_RECIPIENT is missing; run npm run backup -- --new-key'

/** Where stored files are. */
function filesOf(settings: Settings): string {
  if (settings.files.kind === 'folder') return settings.files.folder
  throw new Error('This version keeps files in a folder only: take S3_* out of the settings.')
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`

async function onEmbedded<T>(
  settings: Settings,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  if (settings.databaseUrl !== null)
    throw new Error(
      'This command is for the embedded database. With DATABASE_URL use pgBackRest (docs/operations.md).',
    )
  if (embeddedData(settings.home) === null) throw new Error(`There is no database in ${settings.home} yet.`)
  const installation = await openInstallation(settings, { beside: true, onNotice: say })
  try {
    return await work(installation)
  } finally {
    await installation.close()
  }
}

async function printNewKey(): Promise<void> {
  const { identity, recipient } = await newKey()
  say(`BACKUP_RECIPIENT=${recipient}`)
  say(identity)
  say('Keep this key in two places outside this machine. Without it nobody can restore.')
}

type Place = {
  readonly target: BackupTarget
  readonly recipients: readonly string[]
  readonly is_own: boolean
}

async function placeOf(settings: Settings, to: string | undefined): Promise<Place> {
  const recipients = settings.backup?.recipients ?? settings.backupRecipients
  if (recipients.length === 0) throw new Error(NO_KEY)
  if (to !== undefined) return { target: await freshRepository(resolve(to)), recipients, is_own: false }
  if (settings.backup === null)
    throw new Error('BACKUP_TARGET is off. Set it to a folder, or name one: npm run backup -- --to FOLDER')
  return { target: await openRepository(settings.backup.folder, settings.home), recipients, is_own: true }
}

/** A full backup now. */
async function fullBackup(settings: Settings, to: string | undefined): Promise<void> {
  const { target, recipients, is_own } = await placeOf(settings, to)
  await onEmbedded(settings, async ({ ownerUrl, database }) => {
    const data = embeddedData(settings.home) ?? ''
    const files = filesOf(settings)
    const { rows } = await database.owner.query<{ on: boolean }>(
      `select current_setting('archive_mode') = 'on' as on`,
    )
    const shipping = { target, recipients, files, url: ownerUrl, spool: spoolOf(data) }
    const archived = is_own && rows[0]?.on === true
    if (is_own && !archived)
      say('Start Stint again with BACKUP_TARGET: until then only full backups are made.')
    if (statSync(data).dev === statSync(target.folder).dev)
      say('This backup is on the same disk as the database. It does not help when the disk fails.')
    const bases = await listBases(target)
    const began_ms = performance.now()
    const index = await makeBaseBackup(
      {
        ...shipping,
        home: settings.home,
        data,
        untilShipped: archived ? (segment) => shipUntil(shipping, segment) : null,
        rate_bytes: settings.backupRate_bytes,
        release: productVersion(),
        clock: systemClock,
      },
      bases.at(-1),
    )
    const took = Math.round((performance.now() - began_ms) / 1000)
    say(
      `Full backup of ${shown(index.stopped_at)}: ${megabytes(index.read_bytes)} read, ${megabytes(index.kept_bytes)} kept in ${target.folder}, ${took} s.`,
    )
    if (is_own && settings.backup)
      await removeOld(target, settings.backup.keep_days, files, systemClock.now())
  })
}

async function check(settings: Settings, to: string | undefined): Promise<void> {
  const folder = to === undefined ? settings.backup?.folder : resolve(to)
  if (folder === undefined)
    throw new Error('BACKUP_TARGET is off. Name a folder: npm run backup -- --check --to FOLDER')
  const target = to === undefined ? await openRepository(folder, settings.home) : findRepository(folder)
  const { objects, newest, faults } = await checkBackup(target)
  for (const fault of faults) say(fault)
  say(
    `${objects} objects, ${faults.length} faults.${newest === null ? '' : ` The log ends at ${shown(newest)}.`}`,
  )
  if (faults.length > 0) process.exitCode = 1
}

/** Beside a tool that backs up the database. */
async function besideDatabase(settings: Settings): Promise<void> {
  if (settings.databaseUrl === null)
    throw new Error('With the embedded database npm run backup keeps the stored files, too.')
  const { target, recipients } = await placeOf(settings, undefined)
  const shipped = await backUpBeside({
    target,
    recipients,
    files: filesOf(settings),
    home: settings.home,
    url: settings.databaseUrl,
    keep_days: settings.backup?.keep_days ?? 0,
    clock: systemClock,
  })
  say(`${shipped} stored files kept in ${target.folder}.`)
}

/** The parts of a restore that come from this release and the operator's key file. */
export function restoreOptions(identity: string | undefined): Omit<RestoreOptions, 'target' | 'to' | 'into'> {
  if (identity === undefined) throw new Error('Name the file with the key: --identity FILE')
  if (!existsSync(identity)) throw new Error(`There is no file ${identity}.`)
  return {
    identities: readIdentities(readFileSync(identity, 'utf8')),
    last_migration: readMigrations().at(-1)?.name ?? '',
    release: productVersion(),
    say,
  }
}

/** Restores beside the installation, checks, and takes the copy away again. */
async function drill(settings: Settings, identity: string | undefined): Promise<void> {
  const options = restoreOptions(identity)
  const { target } = await placeOf(settings, undefined)
  const into = join(settings.home, `drill-${process.pid}`)
  const asked_at = systemClock.now()
  const began_ms = performance.now()
  mkdirSync(settings.home, { recursive: true })
  await onEmbedded(settings, async ({ database }) => {
    let restored: Awaited<ReturnType<typeof restoreInto>> | undefined
    try {
      restored = await restoreInto({ ...options, target, to: null, into })
      const faults = await restoredFaults(restored.url, join(into, 'files'), restored.manifest)
      const rpo_s = Math.max(0, Math.round((toMs(asked_at) - toMs(restored.ended_at)) / 1000))
      const rto_s = Math.round((performance.now() - began_ms) / 1000)
      await database.owner.query(
        'insert into platform.backup_drill (at, target, rpo_s, rto_s, faults) values ($1, $2, $3, $4, $5)',
        [asked_at, target.folder, rpo_s, rto_s, faults],
      )
      for (const fault of faults) say(fault)
      say(
        `Drill: restored to ${shown(restored.ended_at)}. RPO ${rpo_s} s, RTO ${rto_s} s, ${faults.length} faults.`,
      )
      if (faults.length > 0) process.exitCode = 1
    } finally {
      await restored?.stop()
      removeCopy(into)
    }
  })
}

/** A database that lives outside its folder goes with it. */
function removeCopy(into: string): void {
  const data = embeddedData(into)
  if (data !== null && dirname(data) !== into) rmSync(dirname(data), { recursive: true, force: true })
  rmSync(into, { recursive: true, force: true })
}

/** `npm run backup`: a full backup now; with `--new-key`, `--check`, `--drill`, `--files` or `--to FOLDER` another task. */
export async function backup(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'new-key': { type: 'boolean' },
      now: { type: 'boolean' },
      check: { type: 'boolean' },
      drill: { type: 'boolean' },
      files: { type: 'boolean' },
      to: { type: 'string' },
      identity: { type: 'string' },
    },
  })
  if (values['new-key']) return printNewKey()
  const settings = parseSettings(process.env)
  if (values.check) return check(settings, values.to)
  if (values.drill) return drill(settings, values.identity)
  if (values.files) return besideDatabase(settings)
  return fullBackup(settings, values.to)
}
