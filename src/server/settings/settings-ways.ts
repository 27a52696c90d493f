/** The ways to databases on other machines: encrypted, or open because the operator says so. */
import { LOOPBACK } from './settings-kinds.ts'

type Databases = {
  readonly DATABASE_URL?: string | undefined
  readonly READ_DATABASE_URL?: string | undefined
}

/** A socket of this machine has a path instead of a host. */
function hostElsewhere(text: string): string | null {
  const { hostname, searchParams } = new URL(text)
  const host = decodeURIComponent(searchParams.get('host') ?? hostname)
  return host === '' || host.startsWith('/') || LOOPBACK.includes(host) ? null : host
}

function openWayTo(setting: keyof Databases, text: string | undefined): string[] {
  const host = text === undefined ? null : hostElsewhere(text)
  if (text === undefined || host === null || new URL(text).searchParams.has('sslmode')) return []
  return [
    `${setting} reaches ${host} without TLS; add ?sslmode=verify-full to it, or ?sslmode=disable where nobody else is on the network between`,
  ]
}

/** Why the data would travel open, by setting. */
export const openDatabases = ({ DATABASE_URL, READ_DATABASE_URL }: Databases): string[] => [
  ...openWayTo('DATABASE_URL', DATABASE_URL),
  ...openWayTo('READ_DATABASE_URL', READ_DATABASE_URL),
]
