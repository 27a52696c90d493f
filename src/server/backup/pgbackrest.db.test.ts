/** A drill on PostgreSQL 15 with pgBackRest, both from Debian, as docs/operations.md tells the operator. */
import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { makeBulk } from '#demo/bulk.ts'
import { systemClock } from '#kernel/clock.ts'
import { instantFromMs } from '#kernel/instant.ts'
import { freePort } from '#server/embedded/embedded-process.ts'
import { keepTestKey, test_keys } from '#test/books-key.ts'
import { prepareDatabase } from '../commands/command-prepare.ts'
import { openDatabase } from '../database.ts'
import { databaseAccount } from '../embedded/embedded-account.ts'
import { perform } from '../perform.server.ts'
import { folderFiles } from '../storage.server.ts'
import { newKey } from './backup-seal.ts'

const POSTGRES = '/usr/lib/postgresql/15/bin'
const PGBACKREST = '/usr/bin/pgbackrest'
const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const is_here = existsSync(join(POSTGRES, 'postgres')) && existsSync(PGBACKREST)

const folder = mkdtempSync(join(tmpdir(), 'stint-pgbackrest-'))
const data = join(folder, 'data')
const home = join(folder, 'home')
const config = join(folder, 'pgbackrest.conf')
const account = databaseAccount(data)

afterAll(() => {
  if (existsSync(join(data, 'postmaster.pid'))) server('stop', '-m', 'immediate')
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program as PostgreSQL's account. */
function run(program: string, ...args: readonly string[]): string {
  const options: ExecFileSyncOptions = {
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  }
  return String(execFileSync(program, args, options))
}
const server = (...args: readonly string[]) => {
  const options = {
    cwd: folder,
    stdio: 'ignore',
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  } as const
  const { status } = spawnSync(
    join(POSTGRES, 'pg_ctl'),
    ['-D', data, '-l', join(folder, 'log'), '-t', '300', '-w', ...args],
    options,
  )
  if (status !== 0)
    throw new Error(`pg_ctl ${args[0]}: ${readFileSync(join(folder, 'log'), 'utf8').slice(-2_000)}`)
}
const backRest = (...args: readonly string[]) =>
  run(PGBACKREST, `--config=${config}`, '--stanza=stint', ...args)

function writeConfig(port: number): void {
  const [repository, spool, log, lock] = ['repository', 'spool', 'log-files', 'lock'].map((name) => {
    const path = join(folder, name)
    mkdirSync(path)
    if (account) chownSync(path, account.uid, account.gid)
    return path
  })
  writeFileSync(
    config,
    `[global]
repo1-path=${repository}
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=${'k'.repeat(64)}
repo1-bundle=y
repo1-retention-full=2
compress-type=zst
process-max=2
start-fast=y
archive-async=y
spool-path=${spool}
log-path=${log}
lock-path=${lock}
[stint]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${folder}
`,
  )
}

function writeDatabase(port: number): void {
  run(
    join(POSTGRES, 'initdb'),
    '-D',
    data,
    '-U',
    account?.name ?? process.env.USER ?? 'stint',
    '--auth=trust',
    '--data-checksums',
  )
  const settings = [
    `port=${port}`,
    `unix_socket_directories='${folder}'`,
    `listen_addresses='127.0.0.1'`,
    'archive_mode=on',
    'archive_timeout=60',
    `archive_command='${PGBACKREST} --config=${config} --stanza=stint archive-push %p'`,
  ]
  writeFileSync(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  if (account) chownSync(join(data, 'postgresql.auto.conf'), account.uid, account.gid)
}

async function clockOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  )
  return Number(rows[0]?.ms)
}

test.skipIf(!is_here)(
  'pgBackRest (needs postgresql-15 and pgbackrest of Debian): a moment comes back with its files, and every check holds',
  async () => {
    if (account) chownSync(folder, account.uid, account.gid)
    chmodSync(folder, 0o711)
    mkdirSync(home)
    keepTestKey(home)
    const port = await freePort(0)
    writeDatabase(port)
    writeConfig(port)
    // While PostgreSQL runs without a stanza, its archiver may hold the lock that this needs.
    backRest('--no-online', 'stanza-create')
    server('start')
    const url = `postgres://${account?.name ?? process.env.USER ?? 'stint'}:any@127.0.0.1:${port}/postgres`
    const open = () =>
      openDatabase({
        url,
        readUrl: null,
        rolePrefix: 'stint',
        roleSecret: 'any',
        poolSize: 4,
        booksKeys: test_keys,
      })
    const first = open()
    await prepareDatabase({
      owner: first.owner,
      rolePrefix: 'stint',
      roleSecret: 'any',
      booksKeys: test_keys,
    })
    const bulk = await makeBulk(first, { timesheets: 2, today: systemClock.today() })
    const files = folderFiles(join(home, 'files'))
    await files.put(Buffer.from('before the backup'))
    backRest('check')
    backRest('--type=full', 'backup')

    const key = await newKey()
    writeFileSync(join(folder, 'identity'), key.identity)
    const stint = (...args: readonly string[]) =>
      String(
        execFileSync(process.execPath, [main, ...args], {
          env: {
            ...process.env,
            STINT_HOME: home,
            DATABASE_URL: url,
            BACKUP_TARGET: join(folder, 'target'),
            BACKUP_RECIPIENT: key.recipient,
          },
        }),
      )
    const [kept = '', later = ''] = bulk.timesheet_ids
    const approve = (id: string) =>
      perform(
        { database: first, clock: systemClock },
        bulk.approver,
        'transaction.timesheet.approve',
        { ids: [id] },
        id,
      )
    await approve(kept)
    await files.put(Buffer.from('after the backup'))
    expect(stint('backup', '--files')).toContain('2 stored files kept')
    expect(stint('backup', '--files')).toContain('0 stored files kept')
    const moment_ms = await clockOf(first.owner)
    await approve(later)
    await first.owner.query('select pg_switch_wal()')
    // Waits until the log is in the repository.
    backRest('check')
    await first.close()
    server('stop', '-m', 'fast')

    const moment = instantFromMs(Math.ceil(moment_ms))
    backRest(
      '--delta',
      '--type=time',
      `--target=${moment.replace('T', ' ').replace('Z', '+00')}`,
      '--target-action=promote',
      'restore',
    )
    server('start')
    const into = join(folder, 'restored')
    const identity = join(folder, 'identity')
    const said = stint(
      'restore',
      '--files',
      '--from',
      join(folder, 'target'),
      '--identity',
      identity,
      '--into',
      into,
    )
    expect(said).toContain('All checks hold.')
    expect(said).toMatch(/The last work is of \d+ s before now/)
    expect(stint('backup', '--check')).toContain(' 0 faults.')
    expect(readdirSync(join(into, 'files'))).toHaveLength(2)
    expect(readFileSync(join(into, 'books.key'), 'utf8')).toBe(readFileSync(join(home, 'books.key'), 'utf8'))
    const again = open()
    const { rows } = await again.owner.query<{ id: string; status: string }>(
      'select id, status from transaction.timesheet where id = any ($1::uuid[]) order by id',
      [[kept, later]],
    )
    expect(rows.find(({ id }) => id === kept)?.status).toBe('approved')
    expect(rows.find(({ id }) => id === later)?.status).not.toBe('approved')
    await again.close()
  },
  900_000,
)
