import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type DataKeySettings, dataKeyInput, dataKeysOf } from './data-key.ts'
import { type PasswordSettings, passwordsEnvironment, passwordsOf } from './passwords/settings-passwords.ts'
import { type ScanSettings, scanEnvironment, scanOf } from './scan/settings-scan.ts'
import { type BackupSettings, backupEnvironment, backupOf } from './settings/settings-backup.ts'
import { type DayMost, dayEnvironment, dayMostOf } from './settings/settings-day.ts'
import { type FileStore, fileStore, filesEnvironment } from './settings/settings-files.ts'
import { hmrcEnvironment, hmrcOf } from './settings/settings-hmrc.ts'
import {
  isOn,
  LOOPBACK,
  onOff,
  pemIn,
  postgresUrl,
  url,
  webUrl,
  wholeNumber,
} from './settings/settings-kinds.ts'
import { type LogServer, logServerOf, logsEnvironment } from './settings/settings-logs.ts'
import { type LookupSettings, lookupsEnvironment, lookupsOf } from './settings/settings-lookups.ts'
import { type MetricsAddress, metricsAddress, metricsEnvironment } from './settings/settings-metrics.ts'
import {
  type NetworkSettings,
  networkEnvironment,
  networkSettings,
  openWay,
} from './settings/settings-networks.ts'
import { type OutsideProviders, outsideEnvironment, outsideProviders } from './settings/settings-outside.ts'
import { withSecretFiles } from './settings/settings-secret-files.ts'
import {
  SIGNING_KEY_FILE,
  type SigningSettings,
  signingEnvironment,
  signingOf,
} from './settings/settings-signing.ts'
import { type GatewaySettings, textGatewaysOf, textsEnvironment } from './settings/settings-sms.ts'
import { type TraceSettings, tracesEnvironment, tracesOf } from './settings/settings-traces.ts'
import { openDatabases } from './settings/settings-ways.ts'

export type Settings = DataKeySettings &
  GatewaySettings &
  LookupSettings &
  NetworkSettings &
  PasswordSettings &
  ScanSettings & {
    /** Absolute folder of everything this installation keeps. */
    home: string
    host: string
    /** 0 = choose: 8080, or the next free one. */
    port: number
    /** Address that people use, for links in mails; null = the one we listen on. */
    publicUrl: string | null
    /** null = the embedded database. */
    databaseUrl: string | null
    /** A replica for reports and exports; null = the primary. */
    readDatabaseUrl: string | null
    /** Key from which the passwords of the database roles are derived; null = the owner's password. */
    roleSecret: string | null
    /** First part of the names of the database roles. */
    rolePrefix: string
    /** Connections of the verbs' pool; each category's pool has the half. */
    poolSize: number
    /** Open connections of one address without a proxy between. */
    connectionsPerAddress: number
    /** Requests of one session; those of a business and of an address are in proportion. */
    requestsPerSecond: number
    /** Of one person in a day. */
    dayMost: DayMost
    shedDelayMs: number
    /** Live queries of one plan that are run in one statement. */
    liveBatch: number
    /** Load the demo world into an empty database, and offer its sign-ins. */
    demo: boolean
    /** STINT_DEMO says so, so other data is refused. */
    demoAsked: boolean
    files: FileStore
    /** null = off: nothing is archived. */
    backup: BackupSettings | null
    /** Of backups that a person starts without BACKUP_TARGET. */
    backupRecipients: readonly string[]
    backupRate_bytes: number
    /** Copies the embedded database before migrations. */
    snapshot: boolean
    /** A program that must succeed before a database of DATABASE_URL is migrated. */
    beforeMigrate: string | null
    /** null = mails are kept and readable in the mail log only. */
    smtpUrl: string | null
    /** Issuers of the mail server's certificate (PEM); null = those that Node.js trusts. */
    smtpCa: string | null
    /** null = the one that people entered. */
    mailFrom: string | null
    /** null = the one that people entered. A demo has an invented one. */
    supportEmail: string | null
    /** Address of a help centre, or null. */
    helpUrl: string | null
    /** The file of the keys that close sealed transactions. */
    booksKeyFile: string
    /** The file of the key that signs anchors, and the folder that keeps them. */
    anchorKeyFile: string
    anchorFolder: string
    /** Addresses that get each anchor, beside the provider's administrators. */
    anchorMail: readonly string[]
    /** Signs sessions and links; null until the installation's own is read or derived. */
    sessionSecret: string | null
    /** Where people may have an account to sign in with. */
    outside: OutsideProviders
    signing: SigningSettings
    traces: TraceSettings
    logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
    /** Listening address of the metrics; null = none. */
    metrics: MetricsAddress | null
    /** Takes the lines of the process log, beside standard output. */
    logServer: LogServer | null
  }

/** Every fault of the environment at once, each with its fix, as one readable text. */
export class SettingsError extends Error {
  override name = 'SettingsError'
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(
      `The settings have ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n  ${faults.join('\n  ')}`,
    )
    this.faults = faults
  }
}

const environment = z.object({
  STINT_HOME: z.string().default('.stint'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65535, 8080).default(0),
  PUBLIC_URL: webUrl.optional(),
  DATABASE_URL: postgresUrl.optional(),
  READ_DATABASE_URL: postgresUrl.optional(),
  ROLE_SECRET: z
    .string()
    .min(16, { error: 'is too short; write at least 16 characters that nobody can guess' })
    .optional(),
  ROLE_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,30}$/, {
      error: 'is no name for a role; write small letters, digits and _, like stint',
    })
    .default('stint'),
  POOL_SIZE: wholeNumber(2, 200, 10).default(10),
  CONNECTIONS_PER_ADDRESS: wholeNumber(10, 6000, 100).default(100),
  REQUESTS_PER_SECOND: wholeNumber(1, 100_000, 50).default(50),
  ...dayEnvironment,
  SHED_DELAY_MS: wholeNumber(50, 60_000, 200).default(200),
  LIVE_BATCH: wholeNumber(1, 1000, 100).default(100),
  ...networkEnvironment,
  STINT_DEMO: onOff.optional(),
  ...filesEnvironment,
  ...logsEnvironment,
  ...backupEnvironment,
  SNAPSHOT: onOff.default('on'),
  BEFORE_MIGRATE: z.string().optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
  SMTP_CA_FILE: z.string().optional(),
  MAIL_FROM: z.email({ error: 'is no mail address; write one like stint@example.org' }).optional(),
  SUPPORT_EMAIL: z.email({ error: 'is no mail address; write one like help@example.org' }).optional(),
  HELP_URL: url(['http:', 'https:'], 'https://help.example.org').optional(),
  SESSION_SECRET: z
    .string()
    .min(32, { error: 'is too short; write at least 32 characters that nobody can guess' })
    .optional(),
  DATA_KEY: dataKeyInput,
  DATA_KEY_OLD: dataKeyInput,
  ...outsideEnvironment,
  ...lookupsEnvironment,
  ...passwordsEnvironment,
  ...scanEnvironment,
  ...hmrcEnvironment,
  ...signingEnvironment,
  ...textsEnvironment,
  ...tracesEnvironment,
  ...metricsEnvironment,
  BOOKS_KEY_FILE: z.string().optional(),
  ANCHOR_KEY_FILE: z.string().optional(),
  ANCHOR_MAIL: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
    .refine((parts) => parts.every((part) => z.email().safeParse(part).success), {
      error: 'is no list of mail addresses; write it like auditor@example.org, second@example.org',
    })
    .default([]),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'is not a level; write one of fatal, error, warn, info, debug, silent',
    })
    .default('info'),
})
type Environment = z.infer<typeof environment>

/** The names of all settings; docs/operations.md has a row of each. */
export const setting_names: readonly string[] = Object.keys(environment.shape)

/** The setting that would show a demo to others, with the way out; null when none does. */
function demoObstacle({ HOST, PUBLIC_URL }: Environment): string | null {
  const words = (setting: string, way: string) =>
    `STINT_DEMO is on and ${setting}; a demo has published passwords and is served on this machine alone. Set STINT_DEMO=off, or ${way}`
  if (!LOOPBACK.includes(HOST)) return words(`HOST is ${HOST}`, 'HOST=127.0.0.1')
  if (PUBLIC_URL !== undefined && !LOOPBACK.includes(new URL(PUBLIC_URL).hostname))
    return words(`PUBLIC_URL is ${PUBLIC_URL}`, 'leave PUBLIC_URL out')
  return null
}

/** Only the embedded database is filled unasked. */
function wantsDemo(env: Environment, faults: string[]): boolean {
  const obstacle = demoObstacle(env)
  if (env.STINT_DEMO === undefined) return env.DATABASE_URL === undefined && obstacle === null
  if (!isOn(env.STINT_DEMO)) return false
  if (obstacle !== null) faults.push(obstacle)
  return true
}

function passwordOf(databaseUrl: string | undefined): string {
  return databaseUrl ? decodeURIComponent(new URL(databaseUrl).password) : ''
}

const gatewaysOf = (env: Environment, home: string, faults: string[]) => ({
  hmrc: hmrcOf(env, faults),
  outside: outsideProviders(env, faults),
  ...passwordsOf(env, faults),
  ...scanOf(env),
  signing: signingOf(env, home, faults),
  ...lookupsOf(env, faults),
  ...textGatewaysOf(env, faults),
})

/** Listeners and outside servers whose settings name files. */
const waysOf = (env: Environment, faults: string[]) => ({
  metrics: metricsAddress(env, faults),
  logServer: logServerOf(env, faults),
  smtpCa: env.SMTP_CA_FILE ? pemIn('SMTP_CA_FILE', env.SMTP_CA_FILE, 'CERTIFICATE', faults) : null,
})

/**
 * The settings of this run, from environment variables. Empty variables count as not set.
 * @throws SettingsError naming every fault together with its fix
 */
export function parseSettings(variables: Record<string, string | undefined>): Settings {
  const faults: string[] = []
  const present = withSecretFiles(variables, faults)
  const parsed = environment.safeParse(present)
  if (!parsed.success) {
    faults.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
    throw new SettingsError(faults)
  }
  const env = parsed.data
  const home = resolve(env.STINT_HOME)
  const files = fileStore(env, home, faults)
  const demo = wantsDemo(env, faults)
  const ways = waysOf(env, faults)
  const backup = backupOf(env, faults)
  const gateways = gatewaysOf(env, home, faults)
  faults.push(...[openWay(env)].filter((fault) => fault !== null), ...openDatabases(env))
  if (env.DATABASE_URL && !passwordOf(env.DATABASE_URL) && !env.ROLE_SECRET) {
    faults.push(
      'DATABASE_URL holds no password to derive those of our database roles from; set ROLE_SECRET to a long random text (the same for every server of this database)',
    )
  }
  if (env.READ_DATABASE_URL && !env.DATABASE_URL) {
    faults.push('READ_DATABASE_URL is set without DATABASE_URL; set both, or none for the embedded database')
  }
  if (faults.length > 0) throw new SettingsError(faults)
  return {
    home,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    readDatabaseUrl: env.READ_DATABASE_URL ?? null,
    roleSecret: env.ROLE_SECRET ?? null,
    rolePrefix: env.ROLE_PREFIX,
    poolSize: env.POOL_SIZE,
    connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
    requestsPerSecond: env.REQUESTS_PER_SECOND,
    dayMost: dayMostOf(env, demo),
    shedDelayMs: env.SHED_DELAY_MS,
    liveBatch: env.LIVE_BATCH,
    ...networkSettings(env),
    demo,
    demoAsked: demo && env.STINT_DEMO !== undefined,
    files,
    backup,
    snapshot: isOn(env.SNAPSHOT),
    beforeMigrate: env.BEFORE_MIGRATE ?? null,
    backupRecipients: env.BACKUP_RECIPIENT,
    backupRate_bytes: env.BACKUP_RATE * 1e6,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? null,
    helpUrl: env.HELP_URL ?? null,
    supportEmail: env.SUPPORT_EMAIL ?? (demo ? 'support@example.org' : null),
    booksKeyFile: env.BOOKS_KEY_FILE ? resolve(env.BOOKS_KEY_FILE) : join(home, 'books.key'),
    anchorKeyFile: env.ANCHOR_KEY_FILE ? resolve(env.ANCHOR_KEY_FILE) : join(home, 'anchor.key'),
    anchorFolder: join(home, 'anchors'),
    anchorMail: env.ANCHOR_MAIL,
    sessionSecret: env.SESSION_SECRET ?? null,
    ...dataKeysOf(env),
    ...gateways,
    traces: tracesOf(env),
    logLevel: env.LOG_LEVEL,
    ...ways,
  }
}

/** Files of the installation's folder that a backup takes along as secrets. */
export const secretFiles: readonly string[] = ['secrets.json', 'books.key', 'anchor.key', SIGNING_KEY_FILE]
