/** The address of a caller: that of the peer, or the one that a trusted proxy names. */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** `::ffff:192.0.2.1` is 192.0.2.1. */
const unmapped = (address: string): string => {
  const [, v4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  return v4 ?? address
}

type Network = { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' }

/** `10.0.0.0/8`, or one address; null when it is neither. */
export function readNetwork(text: string): Network | null {
  const [address = '', length, ...rest] = text.trim().split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return null
  const bits = version === 4 ? 32 : 128
  const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
  if (!(prefix >= 0 && prefix <= bits)) return null
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}

export type IsProxy = (address: string | undefined) => boolean

/** Whether an address is of the trusted networks. @param networks as `readNetwork` takes them */
export function trustedProxies(networks: readonly string[]): IsProxy {
  const list = new BlockList()
  for (const text of networks) {
    const network = readNetwork(text)
    if (network) list.addSubnet(network.address, network.prefix, network.family)
  }
  return (address) => {
    const plain = unmapped(address ?? '')
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
  }
}

/** The caller of an upgrade, as Fastify names that of a request: from the right through trusted proxies only. */
export function callerAddress({ headers, socket }: IncomingMessage, isProxy: IsProxy): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const named = forwarded.map((text) => text.trim()).filter((text) => text !== '')
  let address = socket.remoteAddress ?? ''
  while (isProxy(address) && named.length > 0) address = named.pop() ?? ''
  return address
}
