/** The product's HTTP application over a test database, spoken to without a socket. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll } from 'vitest'
import type { Clock } from '#kernel/clock.ts'
import { totpCode } from '#server/auth/auth-totp.ts'
import { buildApp } from '#server/http/http.ts'
import type { HttpLimits } from '#server/http/http-limits.ts'
import { parseSettings, type Settings } from '#server/settings.ts'
import type { TestDatabase } from '../database.ts'
import { PASSWORD, TEST_DATA_KEY, TEST_PASSWORD_WORK, TOTP_SECRET } from './sample.ts'

export type Answer = {
  status: number
  body: { success?: boolean; data?: unknown; message?: string; code?: string } & Record<string, unknown>
  raw: LightMyRequestResponse
}

/** One browser: keeps its cookie, sends the header that our pages send. */
export class Browser {
  cookie = ''
  /** The address of the person who signed in last. */
  email = ''
  readonly app: FastifyInstance
  readonly address: string
  readonly host: string
  /** Other cookies than the session's. */
  readonly #others = new Map<string, string>()
  constructor(app: FastifyInstance, address = '127.0.0.1', host = 'localhost') {
    this.app = app
    this.address = address
    this.host = host
  }

  async send(options: InjectOptions): Promise<Answer> {
    const cookies = [...(this.cookie ? [this.cookie] : []), ...this.#others.values()]
    const raw = await this.app.inject({
      remoteAddress: this.address,
      ...options,
      headers: {
        host: this.host,
        'x-stint-csrf': '1',
        ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
        ...options.headers,
      },
    })
    for (const set of [raw.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = set.split(';')
      const [name = ''] = pair.split('=')
      if (name.endsWith('stint_session')) this.cookie = pair
      else this.#others.set(name, pair)
    }
    const isJson = String(raw.headers['content-type']).includes('json')
    return { status: raw.statusCode, body: isJson ? raw.json() : {}, raw }
  }

  get(url: string): Promise<Answer> {
    return this.send({ method: 'GET', url })
  }

  post(url: string, payload: object): Promise<Answer> {
    return this.send({ method: 'POST', url, payload })
  }

  /** Signs in; a person of a money role types the code of their app too. */
  async login(email: string, password = PASSWORD, headers: Record<string, string> = {}): Promise<Answer> {
    this.email = email
    const post = (url: string, payload: object) => this.send({ method: 'POST', url, payload, headers })
    const answer = await post('/api/auth/login', { email, password })
    const next = answer.body.data as { step?: string; challenge?: string } | undefined // Of the second step.
    if (next?.step !== 'second_factor') return answer
    const code = await freshCode(this.app, email)
    return post('/api/auth/verify', { challenge: next.challenge, method: 'totp', code })
  }

  /** An action, as the pages call it. */
  act(
    action_id: string,
    input: object,
    idempotency_key: string = crypto.randomUUID(),
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const payload = { action_id, input, idempotency_key }
    return this.send({ method: 'POST', url: '/api/permission/action', payload, headers })
  }

  /** Confirms with app or password what a refusal asks for. @returns the headers of the repeated call */
  async confirm({ body }: Pick<Answer, 'body'>): Promise<Record<string, string>> {
    const { methods, action_id, input_hash } = body.step_up as {
      methods: string[]
      action_id?: string
      input_hash?: string
    }
    const proof = methods.includes('totp')
      ? { method: 'totp', code: await freshCode(this.app, this.email) }
      : { method: 'password', password: PASSWORD }
    const answer = await this.post('/api/auth/step-up', { ...proof, action_id, input_hash })
    if (answer.status !== 200) throw new Error(`not confirmed: ${answer.body.message}`)
    const { step_up_token } = answer.body.data as { step_up_token?: string }
    return step_up_token ? { 'x-stint-step-up': step_up_token } : {}
  }
}

type Behind = { readonly database: TestDatabase; readonly clock: Clock }
const behind = new WeakMap<FastifyInstance, Behind>()

/** The code of a person's app at this moment. A clock that stands still shows one code, so it counts as unused. */
async function freshCode(app: FastifyInstance, email: string): Promise<string> {
  const world = behind.get(app)
  if (!world) throw new Error('The application was not made by testApp.')
  await world.database.app.query(
    'update auth.factor set last_step = null where user_id = (select id from auth."user" where email = $1)',
    [email.toLowerCase()],
  )
  return totpCode(TOTP_SECRET, world.clock.now())
}

export const SECRET = 'a secret of this test alone, long enough'

type TestApp = { app: FastifyInstance; settings: Settings; folder: string }

export async function testApp(
  database: TestDatabase,
  clock: Clock,
  variables: Record<string, string> = {},
  webFolder?: string,
  limits: Partial<HttpLimits> = {},
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'stint-http-'))
  const settings = parseSettings({
    STINT_HOME: folder,
    LOG_LEVEL: 'silent',
    // Tests are quicker than people.
    REQUESTS_PER_SECOND: '100000',
    CHANGES_PER_DAY: '900000',
    EXPORTS_PER_DAY: '900000',
    READ_MB_PER_DAY: '900000',
    SHED_DELAY_MS: '60000',
    DATA_KEY: TEST_DATA_KEY,
    PASSWORD_WORK: String(TEST_PASSWORD_WORK),
    ...variables,
  })
  const app = await buildApp({
    installation: { settings, database, sessionSecret: SECRET },
    host: '127.0.0.1',
    webFolder: webFolder ?? join(folder, 'dist'),
    clock,
    limits,
  })
  behind.set(app, { database, clock })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { app, settings, folder }
}
