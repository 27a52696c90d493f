import { type Logger, pino } from 'pino'
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

/** One line of JSON per event. */
export function openLog(level: Settings['logLevel']): Log {
  return pino({
    level,
    base: undefined,
    redact: {
      paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[secret]',
    },
    serializers: {
      // Query strings may hold tokens of links.
      req: (req: { method: string; url: string; ip?: string }) => ({
        method: req.method,
        path: req.url.split('?')[0],
        ip: req.ip,
      }),
    },
  })
}
