import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { killHard, type Running, runProgram, stopCleanly } from '#test/embedded/run.ts'
import { ask } from '#test/statement.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { endLeftover, readPidFile } from './embedded-process.ts'

const homes: string[] = []
const programs: Running[] = []

function newHome(): string {
  const home = join(tmpdir(), `stint-test-${process.pid}-${randomBytes(4).toString('hex')}`)
  homes.push(home)
  return home
}

function begin(home: string, work: 'hold' | 'write' = 'hold'): Running {
  const running = runProgram(home, work)
  programs.push(running)
  return running
}

afterEach(async () => {
  for (const running of programs.splice(0)) if (running.child.exitCode === null) await killHard(running)
  for (const home of homes.splice(0)) {
    if (existsSync(join(home, 'database'))) await endLeftover(realpathSync(join(home, 'database')))
    rmSync(home, { recursive: true, force: true })
  }
})

test('restart: keeps the data, behind a password known only to the folder', async () => {
  const home = newHome()
  const first = await startEmbeddedDatabase({ home })
  await ask(first.url, 'create table kept as select 42 as answer')
  const open = new URL(first.url)
  open.password = 'guess'
  await expect(ask(open.toString(), 'select 1')).rejects.toThrow('password authentication failed')
  expect(statSync(join(home, 'secrets.json')).mode & 0o777).toBe(0o600)
  await first.stop()
  expect(readPidFile(join(home, 'database'))).toBeNull()
  const second = await startEmbeddedDatabase({ home })
  expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test('second start on one folder: names the holder and leaves it running', async () => {
  const home = newHome()
  const first = begin(home)
  const url = await first.line('up')
  const second = begin(home)
  const { code, said } = await second.ended
  expect(code).toBe(1)
  expect(said.trim()).toBe(
    `Stint is already running on ${home} (process ${first.child.pid}): stop that one first, or set STINT_HOME to another folder.`,
  )
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stopCleanly(first)
})

test('two first starts at once make one database', async () => {
  const home = newHome()
  const both = [begin(home), begin(home)]
  const outcomes = await Promise.allSettled(both.map((running) => running.line('up')))
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('kill -9 of the process that holds it: the next start has every acknowledged row', async () => {
  const home = newHome()
  for (let round = 1; round <= 3; round += 1) {
    const running = begin(home, 'write')
    let acknowledged = 0
    running.child.stdout?.on('data', (part: Buffer) => {
      for (const [, n] of part.toString().matchAll(/^row (\d+)$/gm)) acknowledged = Number(n)
    })
    await running.line('row')
    const left = readPidFile(join(home, 'database'))
    await killHard(running)
    const again = await startEmbeddedDatabase({ home })
    const [row] = await ask<{ n: number }>(again.url, 'select max(n) as n from written')
    expect(row?.n).toBeGreaterThanOrEqual(acknowledged)
    expect(acknowledged).toBeGreaterThan(0)
    expect(readPidFile(join(home, 'database'))?.pid).not.toBe(left?.pid)
    await ask(again.url, 'drop table written')
    await again.stop()
  }
})

test('kill -9 of the database: it is started again and has every committed row', async () => {
  const home = newHome()
  const notices: string[] = []
  const embedded = await startEmbeddedDatabase({ home, onNotice: (sentence) => notices.push(sentence) })
  await ask(embedded.url, 'create table kept as select 42 as answer')
  const killed = readPidFile(join(home, 'database'))?.pid ?? 0
  process.kill(killed, 'SIGKILL')
  const again = () => ask(embedded.url, 'select answer from kept')
  await expect.poll(() => again().catch(() => null), { timeout: 30_000 }).toEqual([{ answer: 42 }])
  expect(notices).toEqual(['The database process ended (SIGKILL); starting it again.'])
  expect(readPidFile(join(home, 'database'))?.pid).not.toBe(killed)
  await embedded.stop()
})

test('kill -9 of both: survives a stale record with a reused process id', async () => {
  const home = newHome()
  const running = begin(home)
  const url = await running.line('up')
  await ask(url, 'create table kept as select 42 as answer')
  const data = realpathSync(join(home, 'database'))
  const postmaster = readPidFile(data)?.pid ?? 0
  await killHard(running)
  process.kill(postmaster, 'SIGKILL')
  const record = join(data, 'postmaster.pid')
  writeFileSync(record, readFileSync(record, 'utf8').replace(/^\d+/, String(process.pid)))
  const again = await startEmbeddedDatabase({ home })
  expect(await ask(again.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await again.stop()
})

test('failed start: shows the log and frees the folder', async () => {
  const home = newHome()
  const wrong = startEmbeddedDatabase({ home, tuning: { work_mem: 'a lot' } })
  await expect(wrong).rejects.toThrow(/did not start[\s\S]*invalid value for parameter "work_mem"/)
  const right = await startEmbeddedDatabase({ home })
  await right.stop()
})

test('a database of another PostgreSQL is not touched', async () => {
  const home = newHome()
  const embedded = await startEmbeddedDatabase({ home })
  await embedded.stop()
  const file = join(realpathSync(join(home, 'database')), 'PG_VERSION')
  writeFileSync(file, '17\n')
  await expect(startEmbeddedDatabase({ home })).rejects.toThrow('is of PostgreSQL 17')
  expect(readFileSync(file, 'utf8')).toBe('17\n')
  expect(dirname(file)).toBe(realpathSync(join(home, 'database')))
})

test.runIf(process.getuid?.() === 0)(
  'root in a private folder: keeps the data elsewhere and removes it with its home',
  async () => {
    const shut = mkdtempSync(join(tmpdir(), 'stint-shut-'))
    homes.push(shut)
    const home = join(shut, 'home')
    const first = await startEmbeddedDatabase({ home })
    await ask(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    const data = realpathSync(join(home, 'database'))
    expect(data.startsWith(home)).toBe(false)
    const second = await startEmbeddedDatabase({ home })
    expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await second.stop()
    rmSync(home, { recursive: true })
    const other = await startEmbeddedDatabase({ home: newHome() })
    await other.stop()
    expect(existsSync(data)).toBe(false)
  },
)

test('kill -9 of both: a server that ended and was not collected is no other user', async () => {
  const data = newHome()
  mkdirSync(data)
  // The child ends when its pipe closes: after the parent became `sleep`, which collects no child.
  const parent = spawn('sh', ['-c', 'read line <&3 & echo $!; exec sleep 900 3<&-'], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  })
  try {
    const [line] = (await once(present(parent.stdout, 'the pipe'), 'data')) as [Buffer] // A stream without an encoding.
    const pid = Number(line.toString())
    const state = () =>
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .charAt(0)
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
    parent.stdio[3]?.destroy()
    await expect.poll(state).toBe('Z')
    writeFileSync(join(data, 'postmaster.pid'), `${pid}\n${data}\n0\n0\n\n\n\nready\n`)
    await endLeftover(data)
  } finally {
    parent.kill('SIGKILL')
  }
})
