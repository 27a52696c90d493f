/** The address that passkeys belong to. */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { precondition } from '#kernel/errors.ts'
import type { Settings } from '../settings.ts'

export type PasskeyParty = { readonly rp_id: string; readonly origin: string }

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** The host of PUBLIC_URL, else localhost. Null: a passkey cannot belong to the number of a machine. */
export function passkeyParty(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { protocol, host }: { readonly protocol: string; readonly host: string },
): PasskeyParty | null {
  const { hostname, origin } = new URL(publicUrl ?? `${protocol}://${host}`)
  if (isIP(bare(hostname)) !== 0) return null
  return publicUrl === null && hostname !== 'localhost' ? null : { rp_id: hostname, origin }
}

/** @throws precondition where no passkey works */
export function requireParty(settings: Pick<Settings, 'publicUrl'>, request: FastifyRequest): PasskeyParty {
  const party = passkeyParty(settings, request)
  if (!party) throw precondition('Passkeys do not work at this address')
  return party
}
