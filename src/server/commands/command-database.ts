import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { syncGrants } from '#data/grants.ts'
import { parseSettings, type Settings } from '../settings.ts'
import { buildWeb, hasWeb } from './command-build.ts'
import { type Installation, openInstallation } from './command-installation.ts'
import { prepareDatabase } from './command-prepare.ts'
import { say } from './command-say.ts'

/** Does a piece of work on the database of the settings, beside a running Stint if there is one. */
export async function onDatabase(
  settings: Settings,
  work: (installation: Installation) => Promise<void>,
  options: { readonly readsOnly?: boolean; readonly snapshots?: boolean } = {},
): Promise<void> {
  const installation = await openInstallation(settings, { beside: true, onNotice: say, ...options })
  try {
    await work(installation)
  } finally {
    await installation.close()
  }
}

/** `migrate`: roles, migrations and grants, for installations that serve with `serve` and `worker`. */
export function migrateOnly(): Promise<void> {
  return onDatabase(
    parseSettings(process.env),
    async (installation) => {
      const applied = await prepareDatabase({ owner: installation.database.owner, ...installation })
      say(applied.length === 0 ? 'Nothing to migrate.' : `Applied ${applied.join(', ')}.`)
    },
    { snapshots: true },
  )
}

/** `grants`: brings the roles' column grants up to date with the access declarations. */
export function grantsOnly(): Promise<void> {
  return onDatabase(parseSettings(process.env), async (installation) => {
    await syncGrants(installation.database.owner, installation.rolePrefix)
    say('Grants are up to date.')
  })
}

/** `verify [DATABASE_URL] [--anchors FOLDER]`: checks the invariants of any database; the exit code is the result. */
export async function verify(args: readonly string[]): Promise<void> {
  const { verify: verifyInstallation } = await import('../verify.server.ts')
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { anchors: { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  })
  const missing = values.anchors.find((folder) => !existsSync(folder))
  if (missing !== undefined) throw new Error(`The folder ${missing} does not exist.`)
  const [url] = positionals
  const settings = parseSettings(url ? { ...process.env, DATABASE_URL: url } : process.env)
  await onDatabase(
    settings,
    async (installation) => {
      if (!(await verifyInstallation(installation, values.anchors))) process.exitCode = 1
    },
    { readsOnly: true },
  )
}

/** `build`: the web pages, for an image that serves them later. */
export async function build(): Promise<void> {
  if (!hasWeb()) throw new Error('vite.config.ts does not exist in this version.')
  say((await buildWeb()) ? 'Web pages built.' : 'Web pages are up to date.')
}
