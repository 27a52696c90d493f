/** Names under which this server answers: a page elsewhere whose name leads here must not reach it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Settings } from '../settings.ts'
import { type IsProxy, trustedProxies } from './client-address.ts'

const hostName = (host: string): string | null =>
  /^[^@/?#\\\s]+$/.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null

/** The name of PUBLIC_URL; without it this machine's own names and HOST. */
export function servedHosts({ publicUrl, host }: Pick<Settings, 'publicUrl' | 'host'>): ReadonlySet<string> {
  if (publicUrl !== null) return new Set([new URL(publicUrl).hostname])
  const own = ['localhost', '127.0.0.1', '[::1]']
  if (['0.0.0.0', '::', ''].includes(host)) return new Set(own)
  const name = hostName(host.includes(':') ? `[${host}]` : host)
  return new Set(name === null ? own : [...own, name])
}

/** The port does not count: a proxy may leave it out. */
export function isServedHost(host: string | undefined, hosts: ReadonlySet<string>): boolean {
  const name = host === undefined ? null : hostName(host)
  return name !== null && hosts.has(name)
}

/** The Host of a request; that of the browser when a trusted proxy names it. */
export function hostOf(
  headers: IncomingHttpHeaders,
  peer: string | undefined,
  isProxy: IsProxy,
): string | undefined {
  const forwarded = isProxy(peer) ? headers['x-forwarded-host'] : undefined
  const named = Array.isArray(forwarded) ? forwarded.at(-1) : forwarded
  return named?.split(',').at(-1)?.trim() || headers.host
}

/**
 * Does the request name one host? Two Host headers, or a whole address as its target that names another one, are read
 * differently by each server on the way.
 */
export function namesOneHost(
  url: string | undefined,
  { host }: Pick<IncomingHttpHeaders, 'host'>,
  raw: readonly string[],
): boolean {
  const named = raw.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (named.length > 1) return false
  if (url === undefined || url.startsWith('/') || url === '*') return true
  return URL.canParse(url) && host !== undefined && new URL(url).hostname === hostName(host)
}

const own_machine = trustedProxies(['127.0.0.0/8', '::1'])

/**
 * Whether a request came encrypted. Behind proxies that end https, a caller from another machine that goes around them, or
 * reaches one without https, sends sign-ins and sessions unencrypted. Without a list of proxies this is unknown.
 */
export function comesEncrypted(
  settings: Pick<Settings, 'publicUrl' | 'trustedProxies'>,
  isProxy: IsProxy,
): (headers: IncomingHttpHeaders, peer: string | undefined) => boolean {
  if (!settings.publicUrl?.startsWith('https:') || settings.trustedProxies.length === 0) return () => true
  return (headers, peer) => {
    const [met] = [headers['x-forwarded-proto'] ?? []].flat().join(',').split(',')
    return isProxy(peer) ? met?.trim().toLowerCase() !== 'http' : own_machine(peer)
  }
}

/** Load balancers ask for health by address. */
export const isHealthPath = (url: string): boolean => /^\/(api\/health|livez|readyz)(\/|\?|$)/.test(url)
