import { existsSync } from 'node:fs'
import { type Database, openDatabase, openPool } from '../database.ts'
import { checkDatabase, shownAddress } from '../database-check.ts'
import { FolderTakenError, runningEmbeddedUrl, startEmbeddedDatabase } from '../embedded/embedded-database.ts'
import { keptSecrets } from '../kept-secrets.ts'
import { releaseBefore } from '../migrate.ts'
import { keptAnchorKey } from '../seals/anchor-key.ts'
import type { AnchorKeeper } from '../seals/anchor-write.server.ts'
import { type BooksKeys, keptBooksKeys, knownBooksKeys } from '../seals/books-key.ts'
import type { Settings } from '../settings.ts'
import { derivedKeys } from './derived-keys.ts'

/** Everything that a command opens. */
export type Installation = {
  settings: Settings
  database: Database
  /** Signs sessions and links. */
  sessionSecret: string
  rolePrefix: string
  roleSecret: string
  /** The keys that close sealed transactions; null only for checks beside an installation without its key. */
  booksKeys: BooksKeys | null
  /** Signs and keeps the daily anchors; null only as above. */
  anchors: AnchorKeeper | null
  /** The owner's connection string with its password, for programs that open the database themselves. */
  ownerUrl: string
  /** Publishes our address to a second start on the same folder. */
  announce: (address: string) => void
  /** The same database with these settings in every session; the caller closes it. */
  openWith: (session: Readonly<Record<string, string>>) => Database
  /** Replaces an embedded database by an empty one; a foreign server is never emptied. */
  startOver: () => Promise<void>
  /** Closes the pools and, where it is ours, stops the embedded database. */
  close: () => Promise<void>
}

type InstallationOptions = {
  /** Use the embedded database of a Stint that is running now, instead of refusing. */
  beside?: boolean
  /** Makes no key: the installation is only read. */
  readsOnly?: boolean
  onNotice?: (sentence: string) => void
  onLost?: (reason: Error) => void
  /** Copies an embedded database first when migrations are pending. */
  snapshots?: boolean
  /** Called once no other Stint can have the data folder, before the database is opened. */
  onHeld?: () => Promise<void>
}

type Server = {
  url: string
  announce: (address: string) => void
  startOver: () => Promise<void>
  stop: () => Promise<void>
}

const nothing = () => undefined
const refuseStartOver = () =>
  Promise.reject(
    new Error(
      'The demo world was not loaded to its end: empty the database of DATABASE_URL, then start again.',
    ),
  )
/** A server operated by somebody else. */
const foreign = (url: string): Server => ({
  url,
  announce: nothing,
  startOver: refuseStartOver,
  stop: () => Promise.resolve(),
})

/** The release of a database that lacks migrations of this one. */
async function releaseAt(url: string): Promise<string | null> {
  // The stop for the copy ends a connection that is closing; nobody needs to know.
  const owner = openPool({ url, max: 1, name: 'stint release', onIdleError: nothing })
  return releaseBefore(owner).finally(() => owner.end())
}

async function embeddedServer(settings: Settings, options: InstallationOptions): Promise<Server> {
  try {
    return await startEmbeddedDatabase({
      home: settings.home,
      archive: settings.backup !== null,
      ...options,
      ...(options.snapshots && settings.snapshot ? { snapshotOf: releaseAt } : {}),
    })
  } catch (error) {
    const url = error instanceof FolderTakenError && options.beside ? runningEmbeddedUrl(settings.home) : null
    if (url === null) throw error
    return foreign(url)
  }
}

function anchorsOf(settings: Settings, readsOnly: boolean): AnchorKeeper | null {
  const { anchorKeyFile: file, anchorFolder: folder, anchorMail: mail_to } = settings
  return readsOnly && !existsSync(file) ? null : { key: keptAnchorKey(file), folder, mail_to }
}

type Keys = { roleSecret: string; sessionSecret: string; dataKey: string; dataKeyOld: string | null }

/** Servers of one database must agree on the keys, so the keys follow from shared settings. */
function keysOf(
  { roleSecret, sessionSecret, dataKey, dataKeyOld, ...settings }: Settings,
  url: string,
): Keys {
  const text = roleSecret ?? decodeURIComponent(new URL(url).password)
  if (settings.databaseUrl === null) {
    const kept = keptSecrets(settings.home)
    return {
      roleSecret: text,
      sessionSecret: sessionSecret ?? kept.session_secret,
      dataKey: dataKey ?? kept.data_key,
      dataKeyOld,
    }
  }
  const derived = derivedKeys(text, settings.rolePrefix)
  return {
    roleSecret: derived.roleSecret,
    sessionSecret: sessionSecret ?? derived.sessionSecret,
    dataKey: dataKey ?? derived.dataKey,
    dataKeyOld: dataKeyOld ?? (dataKey === null ? derived.dataKeyBefore : null),
  }
}

/**
 * Opens the database of the settings: the embedded one, or DATABASE_URL after a fitness check.
 * @throws Error whose message is a sentence for the user
 */
export async function openInstallation(
  settings: Settings,
  options: InstallationOptions = {},
): Promise<Installation> {
  if (settings.databaseUrl) await options.onHeld?.()
  const server: Server = settings.databaseUrl
    ? foreign(settings.databaseUrl)
    : await embeddedServer(settings, options)
  const { dataKey, dataKeyOld, ...keys } = keysOf(settings, server.url)
  const booksKeys = options.readsOnly
    ? knownBooksKeys(settings.booksKeyFile)
    : keptBooksKeys(settings.booksKeyFile)
  // Connections to a database that is thrown away are lost on purpose.
  let startingOver = false
  const openWith = (session: Readonly<Record<string, string>>) =>
    openDatabase({
      url: server.url,
      readUrl: settings.readDatabaseUrl,
      rolePrefix: settings.rolePrefix,
      roleSecret: keys.roleSecret,
      poolSize: settings.poolSize,
      booksKeys,
      session,
      onIdleError: (error) => {
        if (!startingOver) options.onNotice?.(`A database connection was lost: ${error.message}`)
      },
    })
  const database = openWith({})
  const close = async () => {
    await database.close()
    await server.stop()
  }
  try {
    await checkDatabase(database.owner, shownAddress(server.url))
  } catch (error) {
    await close()
    throw error
  }
  return {
    settings: { ...settings, dataKey, dataKeyOld },
    database,
    ...keys,
    booksKeys,
    anchors: anchorsOf(settings, options.readsOnly === true),
    rolePrefix: settings.rolePrefix,
    ownerUrl: server.url,
    announce: server.announce,
    openWith,
    startOver: async () => {
      startingOver = true
      await server.startOver()
      startingOver = false
    },
    close,
  }
}
