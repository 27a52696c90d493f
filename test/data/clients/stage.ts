/** The running server, and one signed-in person whose client of the dialect speaks to it over a socket. */
// `#test` would be looked up in this folder's own package.json.
import type { AddressInfo } from 'node:net'
import { freshDatabase } from '../../database.ts'
import { Browser, testApp } from '../../server/harness.ts'
import { linkSample, sampleBusinesses, samplePerson, testClock } from '../../server/sample.ts'

/** One call that a client made: what it sent, and what came back. */
export interface Exchange {
  readonly request: unknown
  readonly answer: unknown
}

export interface Stage {
  readonly url: string
  readonly socket_url: string
  readonly headers: Readonly<Record<string, string>>
  /** The global `fetch`, which keeps what it carries. */
  readonly fetch: typeof fetch
  readonly exchanges: Exchange[]
  /** A row that notes can belong to. */
  readonly client_id: string
}

/** An agency's administrator, signed in; the clock stands still. */
export async function openStage(): Promise<Stage> {
  const database = await freshDatabase()
  const clock = testClock()
  const { app } = await testApp(database, clock)
  const sample = await sampleBusinesses(database)
  await linkSample(database, sample)
  const { agency_id, client_id } = sample
  const person = await samplePerson(database, clock, agency_id, ['agency_admin'])
  const browser = new Browser(app)
  await browser.login(person.email)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // It listens on a port, not on a path.
  const exchanges: Exchange[] = []
  const kept: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    exchanges.push({
      request: JSON.parse(String(init?.body)) as unknown,
      answer: await response.clone().json(),
    })
    return response
  }
  return {
    url: `http://127.0.0.1:${port}/v1/graphql`,
    socket_url: `ws://127.0.0.1:${port}/v1/graphql`,
    headers: { cookie: browser.cookie, 'x-stint-csrf': '1' },
    fetch: kept,
    exchanges,
    client_id,
  }
}
