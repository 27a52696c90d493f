/** A provider of accounts on this machine: a real OpenID provider with accounts and faults of the test's choice. */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { interactionPolicy, Provider } from 'oidc-provider'

type Claims = Readonly<Record<string, unknown>>

export const CLIENT_ID = 'stint'
export const CLIENT_SECRET = 'a-secret-of-the-test-provider-alone'

/** Claims that providers put into id tokens, over those of the standard. */
const more = ['tid', 'oid', 'hd', 'xms_edov', 'email', 'email_verified', 'preferred_username', 'amr']

export class OutsideProvider {
  /** The account that everybody who comes has. */
  account: Claims = { sub: 'nobody' }
  /** Changes the claims of id tokens before they are signed. */
  forge: (claims: Claims) => Claims = (claims) => claims
  /** Signs in place of the provider. */
  forger: KeyObject | null = null
  issuer = ''
  #server: Server | null = null
  #port = 0
  readonly #callback: string
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 })

  /** @param name the last part of the relying party's callback, at whatever address it is served */
  constructor(name: string) {
    this.#callback = `/api/auth/callback/${name}`
  }

  /** Listens at a free port; after `close` at the same one again. */
  async listen(): Promise<string> {
    let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
    const server = createServer((request, response) => answer(request, response))
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    this.#server = server
    // An address, not a path: it listens on a port.
    this.#port = (server.address() as AddressInfo).port
    this.issuer = `http://127.0.0.1:${this.#port}`
    answer = this.#application()
    return this.issuer
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (server === null) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }

  #application(): (request: IncomingMessage, response: ServerResponse) => void {
    const policy = interactionPolicy.base()
    policy.add(
      new interactionPolicy.Prompt(
        { name: 'select_account', requestable: true },
        new interactionPolicy.Check('select_account_prompt', 'a choice', ({ oidc }) =>
          Boolean(oidc.prompts.has('select_account') && oidc.promptPending('select_account')),
        ),
      ),
      0,
    )
    const provider = new Provider(this.issuer, {
      clients: [CLIENT_ID, 'another'].map((client_id) => ({
        client_id,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`http://localhost${this.#callback}`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      })),
      jwks: {
        keys: [{ ...this.#keys.privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }],
      },
      claims: { openid: ['sub', ...more], email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      interactions: { policy, url: (_, { uid }) => `/choose/${uid}` },
      cookies: { keys: ['test'] },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...this.account }) }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new provider.Grant({
          clientId: oidc.client?.clientId ?? '',
          accountId: oidc.session?.accountId ?? '',
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    provider.Client.prototype.redirectUriAllowed = (uri: string) => new URL(uri).pathname === this.#callback
    provider.use(async (context, next) => {
      await next()
      // The answer of the token endpoint.
      const body = context.body as { id_token?: string } | undefined
      if (context.oidc?.route === 'token' && body?.id_token) body.id_token = this.#signed(body.id_token)
    })
    const callback = provider.callback()
    return (request, response) => {
      if (request.url?.startsWith('/choose/'))
        void provider.interactionFinished(
          request,
          response,
          { login: { accountId: String(this.account.sub) }, select_account: {} },
          { mergeWithLastSubmission: false },
        )
      else void callback(request, response)
    }
  }

  #signed(id_token: string): string {
    const [header = '', body = ''] = id_token.split('.')
    const claims: Claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
    const text = `${header}.${Buffer.from(JSON.stringify(this.forge(claims))).toString('base64url')}`
    const key = this.forger ?? this.#keys.privateKey
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`
  }
}

/** Goes to an address of the provider as a browser would. @returns the address of ours that it leads back to */
export async function visit(address: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(address)
  for (let url = new URL(address); ; ) {
    if (url.origin !== origin) return url
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split(/=(.*)/s) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null) throw new Error(`${url.pathname}: ${response.status} ${await response.text()}`)
    url = new URL(next, url)
  }
}
