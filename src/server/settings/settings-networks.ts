/** Settings of networks and name servers. */
import { isIP } from 'node:net'
import { z } from 'zod'
import { readNetwork } from '../http/client-address.ts'
import { isOn, LOOPBACK, onOff } from './settings-kinds.ts'

export type NetworkSettings = {
  /** Networks of the proxies before this server; only they name the caller's address. */
  trustedProxies: readonly string[]
  /** Networks that webhooks, and providers of a business's own sign-in, may be in beside the public internet. */
  webhookAllow: readonly string[]
  /** Name servers for domains and hosts that businesses enter; none for those of this machine. */
  dnsServers: readonly string[]
}

const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every((part) => readNetwork(part) !== null), {
    error: 'is no list of networks; write it like 10.0.0.0/8, 192.0.2.7',
  })

/** Addresses of name servers, each with a port if need be. */
const nameServers = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every((part) => isIP(part.replace(/^\[(.+)\](:\d+)?$|^([^:]+):\d+$/, '$1$3')) !== 0),
    {
      error: 'is no list of name servers; write addresses like 192.0.2.53, 192.0.2.54:5353',
    },
  )

export const networkEnvironment = {
  TRUSTED_PROXIES: networks.default([]),
  WEBHOOK_ALLOW: networks.default([]),
  DNS_SERVERS: nameServers.default([]),
  HTTP_INSECURE: onOff.default('off'),
}

type Served = {
  readonly HOST: string
  readonly PUBLIC_URL?: string | undefined
  readonly HTTP_INSECURE: z.infer<typeof onOff>
}

/** The refusal where sign-ins from other machines would be unencrypted; null where none would be. */
export function openWay({ HOST, PUBLIC_URL, HTTP_INSECURE }: Served): string | null {
  if (LOOPBACK.includes(HOST) || PUBLIC_URL?.startsWith('https:') || isOn(HTTP_INSECURE)) return null
  return `HOST is ${HOST} and no PUBLIC_URL is https, so sign-ins would travel open. Set PUBLIC_URL to the https address of a proxy in front, or HTTP_INSECURE=on`
}

export const networkSettings = (env: z.infer<z.ZodObject<typeof networkEnvironment>>): NetworkSettings => ({
  trustedProxies: env.TRUSTED_PROXIES,
  webhookAllow: env.WEBHOOK_ALLOW,
  dnsServers: env.DNS_SERVERS,
})
