/**
 * Talks to outside providers. A provider is looked up at its first use, so one that is down when the server starts comes
 * back by itself.
 */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import type { Clock } from '#kernel/clock.ts'
import { type Instant, toMs } from '#kernel/instant.ts'
import type { OutsideClient } from '../settings/settings-outside.ts'

const KEEP_MS = 10 * 60 * 1000
const TIMEOUT_SECONDS = 10

/** The provider does not answer. */
export class ProviderDown extends Error {
  override name = 'ProviderDown'
}

/** Of one sign-in. */
export type Proofs = { readonly state: string; readonly nonce: string; readonly verifier: string }

export type RelyingParty = {
  /** @throws ProviderDown */
  readonly addressOf: (
    client: OutsideClient,
    redirect_uri: string,
    proofs: Proofs,
    more?: Readonly<Record<string, string>>,
  ) => Promise<string>
  /** @returns the claims of the checked id token. @throws ProviderDown; Error for every fault of the answer */
  readonly claimsOf: (client: OutsideClient, answer: URL, proofs: Proofs) => Promise<unknown>
}

type Known = { readonly at: Instant; readonly found: Promise<Configuration> }

// Else the browser's only account is taken unasked, also where it is the wrong one.
const choice = { prompt: 'select_account' } as const

/** @param send calls the providers; `fetch` when absent */
export function openRelyingParty(clock: Clock, send?: CustomFetch): RelyingParty {
  const all = new Map<string, Known>()
  const configurationOf = async (client: OutsideClient): Promise<Configuration> => {
    const name = JSON.stringify([client.issuer, client.client_id, client.client_secret])
    const seen = all.get(name)
    const known =
      seen && toMs(clock.now()) - toMs(seen.at) < KEEP_MS
        ? seen
        : { at: clock.now(), found: discover(client, send) }
    all.set(name, known)
    try {
      return await known.found
    } catch (error) {
      if (all.get(name) === known) all.delete(name)
      throw new ProviderDown(`${client.issuer} was not found`, { cause: error })
    }
  }
  return {
    addressOf: async (client, redirect_uri, { state, nonce, verifier }, more = choice) => {
      const address = buildAuthorizationUrl(await configurationOf(client), {
        redirect_uri,
        response_type: 'code',
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...more,
      })
      return address.href
    },
    claimsOf: async (client, answer, { state, nonce, verifier }) => {
      const configuration = await configurationOf(client)
      try {
        const tokens = await authorizationCodeGrant(configuration, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        return tokens.claims()
      } catch (error) {
        if (isSilence(error)) throw new ProviderDown(`${client.issuer} did not answer`, { cause: error })
        throw error
      }
    },
  }
}

function discover(
  { issuer, client_id, client_secret }: OutsideClient,
  send: CustomFetch | undefined,
): Promise<Configuration> {
  return discovery(new URL(issuer), client_id, client_secret, undefined, {
    timeout: TIMEOUT_SECONDS,
    ...(send ? { [customFetch]: send } : {}),
    // Signatures are checked also where the token came over a closed way. Settings allow http on this machine alone.
    execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
  })
}

/** No connection, or none in time: `fetch` says so by a TypeError without a code. */
function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'code' in error ? error.code === 'OAUTH_TIMEOUT' : error instanceof TypeError
}
