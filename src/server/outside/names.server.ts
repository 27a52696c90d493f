/** Asks name servers. Names of this machine's own file mean nothing to others, and no thread waits. */
import { Resolver } from 'node:dns/promises'

const DNS_TRIES = 2
const DNS_MS = 2000
/** Some domains carry many; the text of ours is short. */
const RECORDS_MAX = 200

export type Names = {
  /** The TXT records of a domain, each in one piece; none where nobody answers. */
  readonly txtOf: (domain: string) => Promise<readonly string[]>
  /** All addresses of a host. */
  readonly addressesOf: (host: string) => Promise<readonly string[]>
}

/** @param servers none for those of this machine */
export function openNames(servers: readonly string[]): Names {
  const ask = () => {
    const resolver = new Resolver({ timeout: DNS_MS, tries: DNS_TRIES })
    if (servers.length > 0) resolver.setServers(servers)
    return resolver
  }
  return {
    txtOf: async (domain) => {
      const records = await ask()
        .resolveTxt(domain)
        .catch(() => [])
      return records.slice(0, RECORDS_MAX).map((parts) => parts.join('').trim())
    },
    addressesOf: async (host) => {
      const resolver = ask()
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    },
  }
}
