/** The three ways to the server: the data endpoint, the action runner and plain product calls (spec §7). */
import type { FailureCode } from '#kernel/error-help.ts'
import type { FieldErrors, StepUpNeed } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { connectionLost, connectionSeen } from './connection.ts'
import type { Queries } from './queries.gen.ts'
import type { Answer, Document, Variables } from './query.ts'
import { askStepUp } from './step-up.ts'

export const lost_connection = 'No connection. Your entries are kept. Please try again.'
const unconfirmed = 'You did not confirm that it is you. Nothing was changed.'
export const signed_out = 'You are signed out. Please sign in again.'

/** A refusal or a failure with the sentence the user reads. */
export class CallError extends Error {
  override name = 'CallError'
  readonly code: FailureCode
  readonly errors: FieldErrors
  /** The way on: `sso`, the provider of the business. */
  readonly step: 'sso' | undefined
  /** Seconds until the call may succeed, where the server says so. */
  readonly wait_s: number | undefined
  constructor(
    code: CallError['code'],
    message: string,
    errors: FieldErrors = {},
    { step, wait_s }: Pick<Partial<CallError>, 'step' | 'wait_s'> = {},
  ) {
    super(message)
    this.code = code
    this.errors = errors
    this.step = step
    this.wait_s = wait_s
  }
}

function waitOf({ headers }: Response): number | undefined {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return Number.isNaN(seconds) ? undefined : seconds
}

/** Notifies the keeper of the session that it has ended. */
let onSignedOut = () => {}
export function whenSignedOut(run: () => void): void {
  onSignedOut = run
}

/** Whether this page shows a session that acts as somebody else; null before it is read. */
let is_acting: boolean | null = null
export function whenActing(acting: boolean | null): void {
  is_acting = acting
}

/** Tells the server of a changing call which session the page shows: another tab may have changed it (spec §7). */
export const actingHeader = (): Readonly<Record<string, string>> =>
  is_acting === null ? {} : { 'x-stint-impersonated': String(is_acting) }

type Proof = { readonly step_up?: string | undefined; readonly link_token?: string }

async function send(
  path: string,
  body: unknown,
  signal?: AbortSignal,
  { step_up, link_token }: Proof = {},
): Promise<Response> {
  const method = body === undefined ? 'GET' : 'POST'
  try {
    const response = await fetch(path, {
      method,
      // A mailed link acts for its own person, not for the one who is signed in.
      credentials: link_token === undefined ? 'same-origin' : 'omit',
      headers: {
        accept: 'application/json',
        // Another site's form cannot send a custom header: a second defence against forged calls.
        'x-stint-csrf': '1',
        ...(body === undefined || path === '/graphql' ? {} : actingHeader()),
        ...(step_up ? { 'x-stint-step-up': step_up } : {}),
        ...(link_token === undefined ? {} : { token: link_token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
    connectionSeen()
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    connectionLost()
    throw new CallError('lost', lost_connection)
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw new CallError('internal', errorText.internal)
  }
}

interface ProductAnswer {
  readonly success?: boolean
  readonly data?: unknown
  readonly message?: string
  readonly code?: FailureCode
  readonly errors?: FieldErrors
  readonly step_up?: StepUpNeed
  readonly step?: 'sso'
}

/**
 * Product API: if the success flag is true the data field is returned, otherwise the whole body (spec §7). A call that
 * needs a confirmation of the person asks for it, and then goes again as it was.
 */
export async function call<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  for (let proof: string | undefined; ; ) {
    const response = await send(path, body, signal, { step_up: proof })
    const answer = await productAnswer(response)
    const need = answer.success === false ? answer.step_up : undefined
    if (!need) return (answer.success === true ? answer.data : answer) as T // The caller names the shape of this path's answer.
    const confirmed = await askStepUp(need)
    if (confirmed === null) throw new CallError('not_allowed', unconfirmed)
    proof = confirmed.step_up_token
  }
}

/** A call with the token of a mailed link. @throws CallError */
export async function callByLink<T>(
  path: string,
  link_token: string,
  body: object,
  signal?: AbortSignal,
): Promise<T> {
  const answer = await productAnswer(await send(path, body, signal, { link_token }))
  return answer.data as T // The caller names the shape of this path's answer.
}

/** A file behind a mailed link. @throws CallError */
export async function fileByLink(path: string, link_token: string, body: object): Promise<Blob> {
  return fileOf(await send(path, body, undefined, { link_token }))
}

/** A file of the session's person, to be shown in the page. @throws CallError */
export async function fileAt(path: string, signal: AbortSignal): Promise<Blob> {
  return fileOf(await send(path, undefined, signal))
}

async function fileOf(response: Response): Promise<Blob> {
  if (response.ok) return response.blob()
  await productAnswer(response)
  throw new CallError('internal', errorText.action_failed)
}

/** A success, or a refusal that a confirmation turns into one. @throws CallError for all others */
async function productAnswer(response: Response): Promise<ProductAnswer> {
  const answer = ((await bodyOf(response)) ?? {}) as ProductAnswer // The server's envelope; every field is optional here.
  // A refused sign-in is no end of a session.
  if (response.status === 401 && answer.code !== 'not_allowed') {
    onSignedOut()
    throw new CallError('signed_out', answer.message ?? signed_out)
  }
  if (answer.step_up && answer.success === false) return answer
  if (!response.ok || answer.success === false)
    throw new CallError(answer.code ?? 'internal', answer.message ?? errorText.action_failed, answer.errors, {
      step: answer.step,
      wait_s: waitOf(response),
    })
  return answer
}

interface GraphqlAnswer {
  readonly data?: object | null
  readonly errors?: readonly { readonly message: string }[]
}

/** One document to the data endpoint. Throws when any part of it failed: half a page is no page. */
export async function endpointAnswer(
  query: string,
  variables: object,
  signal?: AbortSignal,
): Promise<object> {
  const response = await send('/graphql', { query, variables }, signal)
  if (response.status === 401) {
    onSignedOut()
    throw new CallError('signed_out', signed_out)
  }
  const answer = (await bodyOf(response)) as GraphqlAnswer // GraphQL's own envelope.
  const fault = answer.errors?.[0]
  const code = response.status === 429 ? 'too_many' : response.status === 503 ? 'unavailable' : 'internal'
  if (fault || !answer.data)
    throw new CallError(code, fault?.message ?? errorText.internal, {}, { wait_s: waitOf(response) })
  return answer.data
}

/** Runs a document of `gql`. */
export async function graphql<N extends keyof Queries>(
  document: Document<N>,
  variables: Variables<N>,
  signal?: AbortSignal,
): Promise<Answer<Document<N>>> {
  const answer = await endpointAnswer(document.text, variables, signal)
  return answer as Answer<Document<N>> // The server answers by the schema that the type is made from.
}

const attempts_max = 3
const pause_ms = 700

/**
 * Runs a verb. The key belongs to the user's intention: it goes along with every attempt, so that an answer lost on the
 * way cannot do the work twice (architecture, "A write").
 */
export async function action<T>(action_id: string, input: object, idempotency_key: string): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call<T>('/api/permission/action', { action_id, input, idempotency_key })
    } catch (error) {
      const isLost = error instanceof CallError && error.code === 'lost'
      if (!isLost || attempt === attempts_max) throw error
      await new Promise((resolve) => setTimeout(resolve, pause_ms * attempt))
    }
  }
}
