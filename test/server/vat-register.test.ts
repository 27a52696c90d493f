/** The check of VAT numbers against Prism as HMRC, after its published definition 2.0 (onboarding, tests). */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixedClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { RegisterDown } from '#server/lookups/register-call.server.ts'
import { openVatRegister } from '#server/lookups/vat-register.server.ts'
import { prismMock } from '../fixtures/prism.ts'

const contract = new URL('../fixtures/hmrc-vat.openapi.json', import.meta.url)
const CREDENTIALS = { client_id: 'an-id-of-hmrc', client_secret: 'a-secret-of-hmrc' }
// HMRC's own examples. They fail the check digits of the form, which is not asked here.
const TARGET = '553557881'
const REQUESTER = '146295999727'
const PATH = '/organisations/vat/check-vat-number/lookup'
const clock = fixedClock(instant('2026-03-04T09:30:00.000Z'))

type Own = (path: string, request: IncomingMessage, response: ServerResponse) => boolean

/** A server of our own before Prism: it gives tokens where a status of Prism's is fixed, and counts what it passes on. */
let asked: string[] = []
let own: Own = () => false
let behind = ''
const server = createServer((request, response) => {
  const path = request.url ?? ''
  asked.push(path)
  if (!own(path, request, response)) void passOn(path, request, response)
})

async function passOn(path: string, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { accept, authorization, 'content-type': type } = request.headers
  const answer = await fetch(`${behind}${path}`, {
    method: request.method ?? 'GET',
    headers: Object.fromEntries(
      Object.entries({ accept, authorization, 'content-type': type }).filter(
        (one): one is [string, string] => typeof one[1] === 'string',
      ),
    ),
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
}

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const givesToken =
  (text = 'a-token-of-hmrc'): Own =>
  (path, _request, response) => {
    if (path !== '/oauth/token') return false
    response.end(JSON.stringify({ access_token: text, token_type: 'bearer', expires_in: 14400 }))
    return true
  }

const open = (options: { timeout_ms?: number; pace_ms?: number } = {}) =>
  openVatRegister({ url, ...CREDENTIALS }, clock, { pace_ms: 0, ...options })

const reasonOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

beforeEach(() => {
  asked = []
  own = () => false
})

describe('by its examples', () => {
  beforeAll(async () => {
    behind = await prismMock(contract)
  })

  test('a registered number with the consultation number of the requester', async () => {
    expect(await open().trader(TARGET, REQUESTER)).toEqual({
      number: TARGET,
      name: 'Larch Bay Joinery',
      address: { lines: ['4 Quay Row'], zipcode: 'SW97 5CK', country_code: 'GB' },
      consultation_number: 'qLarch12B',
    })
    expect(asked).toEqual(['/oauth/token', `${PATH}/${TARGET}/${REQUESTER}`])
  })

  test('without a requester there is no consultation number', async () => {
    expect(await open().trader(TARGET, null)).toMatchObject({ number: TARGET, consultation_number: null })
    expect(asked).toEqual(['/oauth/token', `${PATH}/${TARGET}`])
  })

  test('one token serves until it is over', async () => {
    const moving = fixedClock(instant('2026-03-04T09:30:00.000Z'))
    const register = openVatRegister({ url, ...CREDENTIALS }, moving, { pace_ms: 0 })
    await register.trader(TARGET, REQUESTER)
    moving.advance({ hours: 3 })
    await register.trader(TARGET, REQUESTER)
    expect(asked.filter((path) => path === '/oauth/token')).toHaveLength(1)
    moving.advance({ hours: 1 })
    await register.trader(TARGET, REQUESTER)
    expect(asked.filter((path) => path === '/oauth/token')).toHaveLength(2)
  })

  test('the definition refuses a call without the token, without the version, and an asker without a scope', async () => {
    const headers = { accept: 'application/vnd.hmrc.2.0+json', authorization: 'Bearer x' }
    const get = (given: Record<string, string>) => fetch(`${behind}${PATH}/${TARGET}`, { headers: given })
    expect((await get(headers)).status).toBe(200)
    expect((await get({ accept: headers.accept })).status).toBe(401)
    expect((await get({ authorization: headers.authorization, accept: 'application/json' })).ok).toBe(false)
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...CREDENTIALS })
    expect((await fetch(`${behind}/oauth/token`, { method: 'POST', body })).ok).toBe(false)
  })

  test('a token that ended early is renewed, once', async () => {
    let lookups = 0
    own = (path, _request, response) => {
      if (path === '/oauth/token' || ++lookups > 1) return false
      response.writeHead(401).end()
      return true
    }
    expect(await open().trader(TARGET, REQUESTER)).toMatchObject({ name: 'Larch Bay Joinery' })
    expect(asked).toEqual([
      '/oauth/token',
      `${PATH}/${TARGET}/${REQUESTER}`,
      '/oauth/token',
      `${PATH}/${TARGET}/${REQUESTER}`,
    ])
  })

  test('lookups keep their pace, also several at once', async () => {
    const register = open({ pace_ms: 60 })
    const from_ms = performance.now()
    await Promise.all([register.trader(TARGET, null), register.trader(TARGET, null)])
    // Two tokens and two lookups: three pauses.
    expect(performance.now() - from_ms).toBeGreaterThanOrEqual(170)
  })
})

describe('by status', () => {
  const answering = async (code: number) => {
    behind = await prismMock(contract, { code })
    own = givesToken()
    return open()
  }

  test('404 is a number that nobody has, 400 a number that is none', async () => {
    expect(await (await answering(404)).trader(TARGET, REQUESTER)).toBeNull()
    expect(await (await answering(400)).trader(TARGET, REQUESTER)).toBeNull()
  })

  test.each([
    [403, 'RegisterDown: status 403: our own VAT number is not registered'],
    [500, 'RegisterDown: status 500'],
    [401, 'RegisterDown: status 401'],
  ])('%i says nothing about the number, and its reason holds no secret', async (code, words) => {
    const reason = await reasonOf((await answering(code)).trader(TARGET, REQUESTER))
    expect(reason).toBeInstanceOf(RegisterDown)
    expect(String(reason)).toBe(words)
    expect(asked).toHaveLength(code === 401 ? 4 : 2)
  })

  test('400 about our own number says nothing about the other', async () => {
    const message = 'Invalid requesterVrn - Vrn parameters should be 9 or 12 digits'
    own = (path, request, response) => {
      if (givesToken()(path, request, response)) return true
      response.writeHead(400).end(JSON.stringify({ code: 'INVALID_REQUEST', message }))
      return true
    }
    expect(String(await reasonOf(open().trader(TARGET, REQUESTER)))).toBe('RegisterDown: status 400')
  })
})

test.each<[string, Own, string, { timeout_ms?: number }?]>([
  ['gives no token', (_p, _r, answer) => !!answer.writeHead(401).end(), 'no token: status 401'],
  ['does not answer in time', () => true, 'The operation was aborted due to timeout', { timeout_ms: 100 }],
  ['answers in another form', (_p, _r, answer) => !!answer.end('<html>'), 'the answer has another form'],
  ['leads elsewhere', (_p, _r, answer) => !!answer.writeHead(302, { location: '/x' }).end(), 'fetch failed'],
])('a register that %s is down, in words without a secret', async (_name, answer, words, options) => {
  own = answer
  const reason = await reasonOf(open(options).trader(TARGET, REQUESTER))
  expect(String(reason)).toBe(`RegisterDown: ${words}`)
  expect(JSON.stringify(reason) + String((reason as Error).stack)).not.toContain(CREDENTIALS.client_secret)
})

test('every answer that the definition allows is read', async () => {
  behind = await prismMock(contract, { dynamic: true })
  own = givesToken()
  const register = open()
  for (let i = 1; i <= 20; i += 1) {
    const trader = await register.trader(TARGET, i % 2 === 0 ? REQUESTER : null)
    expect(trader?.name).toEqual(expect.any(String))
  }
})
