/**
 * A few weeks of the demo world, made once a run as a database that each story clones: a story may spoil its own.
 * It comes after test/setup/database-server.ts, which knows the server and drops everything at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { makeDemoWorld } from '#demo/load.ts'
import { systemClock } from '#kernel/clock.ts'
import { openDatabase } from '#server/database.ts'
import { keepTestKey, test_keys } from '#test/books-key.ts'
import { browserProgram } from '#test/browser.ts'
import { end, startProgram } from '#test/program.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    demoTemplate: string
  }
}

/** Enough for documents overdue, part-paid, in dispute and paid; few enough to be there in seconds. */
const WEEKS = 7

/** Starts the product on it once: the work of the day is done here, not again in the copy of each story. */
async function liveThrough(environment: Readonly<Record<string, string>>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'stint-e2e-'))
  keepTestKey(home)
  try {
    const { child } = await startProgram({
      STINT_HOME: home,
      PORT: '0',
      LOG_LEVEL: 'warn',
      STINT_DEMO: 'on',
      METRICS_ADDRESS: 'off',
      ...environment,
    })
    await end(child)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

export default async function setup(project: TestProject): Promise<void> {
  // Without a browser no story can pass: the run says so once, and first.
  await browserProgram()
  const server = project.getProvidedContext().testServer
  const name = `${server.name_prefix}demo`
  const admin = new pg.Client({ connectionString: server.admin_url })
  await admin.connect()
  await admin.query(`create database ${name} template ${server.template} strategy file_copy`)
  await admin.end()
  const address = new URL(server.admin_url)
  address.pathname = `/${name}`
  const database = openDatabase({
    url: address.toString(),
    readUrl: null,
    rolePrefix: server.role_prefix,
    roleSecret: server.role_secret,
    poolSize: 8,
    booksKeys: test_keys,
  })
  try {
    await makeDemoWorld(database, { seed: 7, today: systemClock.today(), weeks: WEEKS })
    await database.owner.query('analyze')
  } finally {
    await database.close()
  }
  await liveThrough({
    DATABASE_URL: address.toString(),
    ROLE_PREFIX: server.role_prefix,
    ROLE_SECRET: server.role_secret,
  })
  project.provide('demoTemplate', name)
}
