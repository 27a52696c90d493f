/** Somebody at a browser: signed in with one click as a person of the demo world, in a window of their own. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { APIRequestContext, Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach } from 'vitest'
import { demo_password } from '#demo/personas.ts'
import { launchBrowser } from '#test/browser.ts'
import type { Session } from '#web/core/session.ts'
import type { Stint } from './serve.ts'

const pictures = join(fileURLToPath(new URL('..', import.meta.url)), 'test-results')
/** Generous: the machine may be busy, and nothing here measures time. */
const WAIT_MS = 60_000

export type Answer<D = unknown> = {
  readonly status: number
  readonly success?: boolean
  readonly data?: D
  readonly message?: string
  readonly code?: string
  readonly errors?: Readonly<Record<string, string>>
  readonly step_up?: { readonly action_id?: string; readonly input_hash?: string }
}

export type Person = {
  readonly page: Page
  readonly context: BrowserContext
  /** Opens a page of ours: `/agency/transaction/invoice`. */
  readonly open: (path: string) => Promise<void>
  /** The auth context: the person, and the product's day. */
  readonly session: () => Promise<Session>
  /** The action runner, as the pages call it. */
  readonly act: <D = unknown>(action_id: string, input: unknown, key?: string) => Promise<Answer<D>>
  /** The data endpoint. @throws Error with its first error */
  readonly ask: <D>(query: string, variables?: object) => Promise<D>
  /** Like `ask`, with the error instead of the data where it is refused. */
  readonly refusal: (query: string, variables?: object) => Promise<string | null>
}

const headers = { 'x-stint-csrf': '1' }

let launched: Promise<Browser> | undefined

/** The browser of this worker, which ends with it. Each file of stories closes its windows. */
export async function openBrowser(): Promise<Browser> {
  launched ??= launchBrowser()
  const browser = await launched
  afterAll(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPictures(browser, task.name)
  })
  return browser
}

/** What was on the screens when a test failed, in test-results. */
async function keepPictures(browser: Browser, name: string): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  for (const [at, page] of pages.entries()) {
    const file = `${name.replace(/[^\w]+/g, '-').slice(0, 60)}-${at + 1}.png`
    // A page that does not answer any more is itself what the test is about.
    await page.screenshot({ path: join(pictures, file), timeout: 10_000 }).catch(() => undefined)
  }
}

export async function openWindow(
  browser: Browser,
  stint: Pick<Stint, 'url'>,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: stint.url,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
    // The story waits for what it looks at, never for a movement to end.
    reducedMotion: 'reduce',
    acceptDownloads: true,
    // Stories that change answers on their way see each request; the story of typed values allows it.
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(WAIT_MS)
  context.setDefaultNavigationTimeout(WAIT_MS)
  return context
}

async function post<D>(
  request: APIRequestContext,
  path: string,
  data: unknown,
  more: Record<string, string> = {},
): Promise<Answer<D>> {
  const response = await request.post(path, { data, headers: { ...headers, ...more }, timeout: WAIT_MS })
  const text = await response.text()
  // The envelope of our own product API.
  return { status: response.status(), ...(text === '' ? {} : (JSON.parse(text) as object)) }
}

/** An action, confirmed with the demo's click where it asks. */
async function confirmedAct<D>(request: APIRequestContext, call: object): Promise<Answer<D>> {
  const path = '/api/permission/action'
  const answer = await post<D>(request, path, call)
  if (!answer.step_up) return answer
  const { action_id, input_hash } = answer.step_up
  const { data } = await post<{ step_up_token?: string }>(request, '/api/auth/step-up', {
    method: 'demo',
    action_id,
    input_hash,
  })
  const token = data?.step_up_token
  return post<D>(request, path, call, token ? { 'x-stint-step-up': token } : {})
}

type Graph<D> = { readonly data?: D; readonly errors?: readonly { readonly message: string }[] }

async function graph<D>(request: APIRequestContext, query: string, variables: object): Promise<Graph<D>> {
  const response = await request.post('/graphql', { data: { query, variables }, headers, timeout: WAIT_MS })
  return (await response.json()) as Graph<D> // GraphQL's own envelope.
}

async function personIn(context: BrowserContext): Promise<Person> {
  const page = await context.newPage()
  const { request } = context
  return {
    page,
    context,
    open: async (path) => {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
    },
    session: async () => ((await (await request.get('/api/auth/session')).json()) as { data: Session }).data,
    act: (action_id, input, key) => confirmedAct(request, { action_id, input, idempotency_key: key }),
    ask: async <D>(query: string, variables: object = {}) => {
      const answer = await graph<D>(request, query, variables)
      if (answer.errors || !answer.data) throw new Error(answer.errors?.[0]?.message ?? 'no data')
      return answer.data
    },
    refusal: async (query, variables = {}) =>
      (await graph(request, query, variables)).errors?.[0]?.message ?? null,
  }
}

/** Signs in by the demo's own call and opens an empty window. */
export async function signIn(
  browser: Browser,
  stint: Pick<Stint, 'url'>,
  persona: string,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await openWindow(browser, stint, options)
  const answer = await post(context.request, '/api/auth/demo', { persona })
  if (answer.success !== true) throw new Error(`${persona} cannot sign in: ${answer.message}`)
  return personIn(context)
}

/** Everybody of the demo world has the same password; not everybody is offered for a click. */
export async function signInByPassword(
  browser: Browser,
  stint: Pick<Stint, 'url'>,
  email: string,
): Promise<Person> {
  const context = await openWindow(browser, stint)
  const answer = await post(context.request, '/api/auth/login', { email, password: demo_password })
  if (answer.success !== true) throw new Error(`${email} cannot sign in: ${answer.message}`)
  return personIn(context)
}
