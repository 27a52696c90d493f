/** Calls of the documented API through Prism, which refuses what docs/openapi.json does not describe. */
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import { openSession } from '#server/auth/auth-session.server.ts'
import { makeSessionToken } from '#server/auth/auth-session-token.server.ts'
import { inTransaction } from '#server/tx.ts'
import { readViewer } from '#server/viewer-read.server.ts'
import type { TestDatabase } from '../database.ts'
import { prismProxy } from '../fixtures/prism.ts'
import { testApp } from './harness.ts'
import { test_data_keys } from './sample.ts'

const contract = new URL('../../docs/openapi.json', import.meta.url)
const visitor = { ip: '127.0.0.1', user_agent: 'contract' }

type World = { readonly database: TestDatabase; readonly clock: Clock }
type ProxyAnswer = { readonly status: number; readonly body: unknown }
type Call = {
  readonly viewer: Viewer
  readonly action_id: string
  readonly input: unknown
  readonly key: string
}

/** A token of a session of the viewer's own. */
async function tokenFor({ database, clock }: World, viewer: Viewer): Promise<string> {
  const { user_id, business_contact_id } = viewer
  const session = await inTransaction(database.session, (tx) =>
    openSession(tx, clock, { user_id, business_contact_id, methods: ['pwd', 'totp'] }, visitor),
  )
  const signedIn = present(await readViewer(database, clock, session), 'the session')
  return (await makeSessionToken(database, clock, signedIn.viewer)).token
}

/** Calls of the product behind Prism, both on ports of their own. */
export async function contractProxy(world: World): Promise<(call: Call) => Promise<ProxyAnswer>> {
  const { companiesHouse, messaging, vatRegister } = test_data_keys
  const { app } = await testApp(world.database, world.clock, {
    MESSAGING_URL: messaging.url,
    MESSAGING_TOKEN: messaging.token,
    COMPANIES_HOUSE_URL: companiesHouse.url,
    COMPANIES_HOUSE_KEY: companiesHouse.key,
    HMRC_VAT_URL: vatRegister.url,
    HMRC_VAT_CLIENT_ID: vatRegister.client_id,
    HMRC_VAT_CLIENT_SECRET: vatRegister.client_secret,
  })
  const proxy = await prismProxy(contract, await app.listen({ host: '127.0.0.1', port: 0 }))
  return async ({ viewer, action_id, input, key }) => {
    const answer = await fetch(`${proxy}/api/v1/actions/${action_id}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await tokenFor(world, viewer)}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(input),
    })
    return { status: answer.status, body: await answer.json() }
  }
}
