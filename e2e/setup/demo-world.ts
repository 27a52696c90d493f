/**
 * A few weeks of the demo world, made once a run as a database that each story clones: a story may spoil its own.
 * It comes after test/setup/database-server.ts, which knows the server and drops everything at the end. The database
 * tests run meanwhile; stories wait for the lock that is held until the world is there.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { browserProgram } from '#test/browser.ts'
import { bundleProgram } from '#test/bundle-program.ts'
import { end } from '#test/program.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `home` holds the files of its documents. */
    demoWorld: { readonly template: string; readonly lock: number; readonly home: string }
    /** The product's file, bundled once for all stories. */
    product: string
  }
}

/** Of the advisory lock in the server's first database. Another run on the same server has its own. */
const lockOf = () => process.pid

const program = fileURLToPath(new URL('make-demo-world.ts', import.meta.url))

type Address = {
  readonly url: string
  readonly role_prefix: string
  readonly role_secret: string
  readonly home: string
}

function beginWorld({ url, role_prefix, role_secret, home }: Address): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: url,
      ROLE_PREFIX: role_prefix,
      ROLE_SECRET: role_secret,
      WORLD_HOME: home,
    },
  })
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Without a browser no story can pass: the run says so once, and first.
  await browserProgram()
  const product = await bundleProgram('src/server/main.ts')
  project.provide('product', product.file)
  const server = project.getProvidedContext().testServer
  const template = `${server.name_prefix}demo`
  const begun = `${template}_begun`
  const lock = lockOf()
  const admin = new pg.Client({ connectionString: server.admin_url })
  await admin.connect()
  await admin.query('select pg_advisory_lock($1)', [lock])
  await admin.query(`create database ${begun} template ${server.template} strategy file_copy`)
  const address = new URL(server.admin_url)
  address.pathname = `/${begun}`
  const home = mkdtempSync(join(tmpdir(), 'stint-e2e-world-'))
  const child = beginWorld({ url: address.toString(), ...server, home })
  const made = once(child, 'exit')
    // Where it failed there is no template, and each story says so.
    .then(async ([code]) => {
      if (code === 0) await admin.query(`alter database ${begun} rename to ${template}`)
    })
    .finally(() => admin.end())
  // The end of the run says it.
  made.catch(() => undefined)
  project.provide('demoWorld', { template, lock, home })
  return async () => {
    product.remove()
    await end(child)
    await made
    rmSync(home, { recursive: true, force: true })
  }
}
