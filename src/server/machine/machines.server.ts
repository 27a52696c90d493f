/** Programs that call with an API token: `Authorization: Bearer …` in place of a session's cookie. */
import { isTokenText, tokenHash } from '#business/people/api-tokens/api-token-text.server.ts'
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'
import type { Database } from '../database.ts'
import { trustedProxies } from '../http/client-address.ts'
import { FreshReads } from '../http/fresh-reads.ts'
import { addressKey } from '../http/http-limits.ts'
import { BadTokenError } from '../http/signed-out.ts'
import type { SecurityLog } from '../security/security-log.server.ts'
import type { RequestRates } from '../turns/request-rates.ts'
import { readMachine, type SignedInMachine } from '../viewer-read.server.ts'
import { openPermits, type Permits } from './permits.server.ts'
import { noteRefused, noteUse } from './token-use.server.ts'

type MachinesOptions = {
  readonly database: Database
  readonly clock: Clock
  readonly security: SecurityLog
  readonly rates: RequestRates
}

type Machine = { readonly viewer: Viewer; readonly token_id: string; readonly expires_at: Instant }

export type Machines = {
  readonly permits: Permits
  /** The program of a token that calls from this address. @throws BadTokenError */
  readonly read: (text: string, ip: string) => Promise<Machine>
  /** The same for open connections, without an event: null = no longer valid. */
  readonly look: (text: string, ip: string) => Promise<Machine | null>
}

/** The text of `Authorization: Bearer …`, or null without one. */
export function bearerOf(header: unknown): string | null {
  if (typeof header !== 'string') return null
  const [, text] = /^bearer +(\S+) *$/i.exec(header) ?? []
  return text ?? (/^bearer\b/i.test(header) ? '' : null)
}

const mayCallFrom = ({ ip_allow }: SignedInMachine, ip: string): boolean =>
  ip_allow.length === 0 || trustedProxies(ip_allow)(ip)

export function openMachines({ database, clock, security, rates }: MachinesOptions): Machines {
  const { pool } = database.session
  const reads = new FreshReads((hash) => readMachine(database, clock, Buffer.from(hash, 'base64')))
  const look = async (text: string, ip: string): Promise<Machine | null> => {
    if (!isTokenText(text)) return null
    const found = await reads.ask(tokenHash(text).toString('base64'))
    if (!found?.viewer.token || !mayCallFrom(found, ip)) return null
    return { viewer: found.viewer, token_id: found.viewer.token.id, expires_at: found.expires_at }
  }
  return {
    permits: openPermits({ pool, clock }),
    look,
    read: async (text, ip) => {
      const now = clock.now()
      const machine = await look(text, ip)
      if (machine) {
        await noteUse(pool, security, { ...machine, ip, now })
        return machine
      }
      await noteRefused(pool, security, isTokenText(text) ? tokenHash(text) : null, now)
      // Tokens that were never ours are a stranger's calls.
      await rates.address(addressKey(ip))
      throw new BadTokenError()
    },
  }
}
