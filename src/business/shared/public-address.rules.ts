/** Addresses that calls to a business's own servers may reach: those of the public internet alone (quality S12). Pure. */
import { BlockList, isIP } from 'node:net'

/** Networks that no server of the public internet has: special-purpose registries of IANA. */
const closed_v4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const

/** Within 2000::/3, the only part that is given out. */
const closed_v6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'] as const

const listOf = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const v4 = listOf(closed_v4, 'ipv4')
const v6 = listOf(closed_v6, 'ipv6')
const given_out = listOf(['2000::/3'], 'ipv6')

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const [, head = '', a = 0, b = 0, c = 0, d = 0] = dotted ?? []
  const plain = dotted
    ? `${head}${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`
    : address
  const [before = '', after] = plain.split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  const zeros = after === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].map((group) =>
    Number.parseInt(group, 16),
  )
}

/** `::ffff:a.b.c.d`, `::a.b.c.d` and NAT64 lead to an IPv4 address; null for others. */
function innerV4(address: string): string | null {
  const groups = groupsOf(address)
  const [g0 = 0, g1 = 0, g2 = 0, g3 = 0, g4 = 0, g5 = 0, high = 0, low = 0] = groups
  const isNat64 = g0 === 0x64 && g1 === 0xff9b && g2 === 0 && g3 === 0 && g4 === 0 && g5 === 0
  const isMapped =
    g0 === 0 && g1 === 0 && g2 === 0 && g3 === 0 && (g4 === 0 || g4 === 0xffff) && (g5 === 0 || g5 === 0xffff)
  if (!isNat64 && !isMapped) return null
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

const withoutZone = (address: string): string => address.split('%')[0] ?? ''

function isClosed(address: string): boolean {
  const plain = withoutZone(address)
  const version = isIP(plain)
  if (version === 4) return v4.check(plain, 'ipv4')
  if (version !== 6) return true
  const inner = innerV4(plain)
  if (inner !== null) return v4.check(inner, 'ipv4')
  return !given_out.check(plain, 'ipv6') || v6.check(plain, 'ipv6')
}

/** Of the setting WEBHOOK_ALLOW: networks of this house. */
export function allowedNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of networks) {
    const [address = '', prefix] = text.trim().split('/')
    const version = isIP(address)
    if (version === 0) continue
    const bits = version === 4 ? 32 : 128
    list.addSubnet(address, prefix === undefined ? bits : Number(prefix), version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** May a delivery connect to this address? */
export function mayReach(address: string, allowed: BlockList): boolean {
  if (!isClosed(address)) return true
  const plain = withoutZone(address)
  const version = isIP(plain)
  if (version === 0) return false
  if (allowed.check(plain, version === 4 ? 'ipv4' : 'ipv6')) return true
  const inner = version === 6 ? innerV4(plain) : null
  return inner !== null && allowed.check(inner, 'ipv4')
}

export const not_public = 'The address leads into a network that is not public'

/**
 * The fault of a typed address with an IP address as its host; null for a host name, which is looked up at each call.
 * @param networks of the setting WEBHOOK_ALLOW
 */
export function numberFault(address: string, networks: readonly string[]): string | null {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 || mayReach(host, allowedNetworks(networks)) ? null : not_public
}
