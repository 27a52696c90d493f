import { type Logger, type LoggerOptions, pino } from 'pino'
import { instantFromMs } from '#kernel/instant.ts'
import type { LogDelivery } from './log-delivery.ts'
import type { Settings } from './settings.ts'

export type Log = Logger

/** Values that must never be logged, at any depth (quality S13). */
const secrets = [
  'password',
  'current_password',
  'new_password',
  'token',
  'authorization',
  'cookie',
  'set-cookie',
]

/** People read a terminal; programs read JSON. */
export function isForPeople(isTerminal: boolean, environment: string | undefined): boolean {
  return isTerminal && environment !== 'production'
}

let log_server: LogDelivery | null = null

/** Logs that are opened from now on go to a log server too. */
export function deliverLogs(to: LogDelivery): void {
  log_server = to
}

/** One line per event: JSON, or words in a terminal. */
export function openLog(level: Settings['logLevel']): Log {
  const is_readable = isForPeople(process.stdout.isTTY, process.env.NODE_ENV)
  const server = log_server
  if (server === null && !is_readable) return pino(optionsOf(level))
  return pino(optionsOf(level), {
    write: (json: string) => {
      const line = is_readable ? readableLine(json) : json
      if (line !== null) process.stdout.write(line)
      server?.write(json)
    },
  })
}

/** PostgreSQL's detail and context quote values of rows, so they are left out. */
export function errorLine(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  const { code } = thrown as { code?: unknown } // Errors of Node and of the database have one.
  const cause = thrown.cause === undefined ? {} : { cause: errorLine(thrown.cause) }
  return {
    type: thrown.name,
    message: thrown.message,
    ...(code === undefined ? {} : { code }),
    stack: thrown.stack,
    ...cause,
  }
}

function optionsOf(level: Settings['logLevel']): LoggerOptions {
  return {
    level,
    base: undefined,
    redact: {
      paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[secret]',
    },
    serializers: {
      err: errorLine,
      // Query strings may hold tokens of links.
      req: (req: { method: string; url: string; ip?: string }) => ({
        method: req.method,
        path: req.url.split('?')[0],
        ip: req.ip,
      }),
    },
  }
}

type Line = { level: number; time: number; msg?: string; err?: { message?: string; stack?: string } }

/**
 * A line for a terminal; null for the web framework's own "Server listening", since the start prints the address, and
 * for the lines of single requests.
 */
export function readableLine(json: string): string | null {
  const { level, time, msg = '', err, ...rest } = JSON.parse(json) as Line // Written by pino.
  if (msg.startsWith('Server listening at ') || msg === 'request') return null
  const facts = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const at = instantFromMs(time).slice(11, 19)
  const words = [at, pino.levels.labels[level] ?? String(level), msg, ...facts].filter(Boolean)
  const stack = err ? `\n  ${err.stack ?? err.message ?? ''}` : ''
  return `${words.join(' ')}${stack}\n`
}
