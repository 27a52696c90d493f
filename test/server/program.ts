/** A program that calls with an API token. */
import type { FastifyInstance } from 'fastify'
import { act } from '../fixtures/world.ts'
import type { Answer } from './harness.ts'
import { Browser } from './harness.ts'

export class Program {
  readonly #browser: Browser
  readonly token: string
  #keys = 0

  constructor(app: FastifyInstance, token: string, address = '198.51.100.7') {
    this.#browser = new Browser(app, address)
    this.token = token
  }

  /** Without the header that pages send. */
  send(
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.#browser.send({
      method,
      url,
      ...(payload ? { payload } : {}),
      headers: { 'x-stint-csrf': '', authorization: `Bearer ${this.token}`, ...headers },
    })
  }

  /** A changing call, with a key of its own unless one is given. */
  act(action_id: string, input: object, key = `key ${++this.#keys}`): Promise<Answer> {
    return this.send('POST', `/api/v1/actions/${action_id}`, input, { 'idempotency-key': key })
  }

  query(query: string): Promise<Answer> {
    return this.send('POST', '/graphql', { query })
  }
}

export type MadeToken = { readonly id: string; readonly token: string; readonly prefix: string }

export const tokenInput = (more: object = {}) => ({
  name: 'Hours of the rota',
  roles: ['agency_admin'],
  actions: ['business.company.*', 'transaction.timesheet.submit'],
  ...more,
})

export const makeToken = (
  world: Parameters<typeof act>[0],
  viewer: Parameters<typeof act>[1],
  more: object = {},
) => act<MadeToken>(world, viewer, 'platform.api_token.create', tokenInput(more))
