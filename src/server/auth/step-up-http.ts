/** The call that confirms that it is still the person who signed in (people, step-up). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import { invalid, notAllowed, type StepUpMethod, type StintError } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import type { HttpContext } from '../http/http-context.ts'
import { parseInput } from '../http/input-errors.ts'
import type { SecurityLog } from '../security/security-log.server.ts'
import { inTransaction } from '../tx.ts'
import { FIVE_MINUTES } from '../verb.ts'
import type { Caller, LoginDeps } from './auth-login.server.ts'
import { requireCode } from './auth-own-code.server.ts'
import { requirePassword } from './auth-own-password.server.ts'
import { askPasskey, assertionInput, type RefusedPasskey, takeAssertion } from './auth-passkey.server.ts'
import { PASSWORD_LENGTH_MAX } from './auth-password.ts'
import { keepStepUp, type OneCall, requireRecent, stepUpMethods } from './auth-step-up.server.ts'
import { requireParty } from './passkey-party.ts'

/** The call that is confirmed, where the confirmation is for it alone. */
const one_call = {
  action_id: z.string().min(1).max(200).optional(),
  input_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: validationText.matches })
    .optional(),
}
type Named = { readonly action_id?: string | undefined; readonly input_hash?: string | undefined }

function isWhole({ action_id, input_hash }: Named): boolean {
  return (action_id === undefined) === (input_hash === undefined)
}

const callOf = ({ action_id, input_hash }: Named): OneCall | null =>
  action_id && input_hash ? { action_id, input_hash } : null

const code = z.string().trim().min(1).max(40)
const stepUpInput = z
  .discriminatedUnion('method', [
    z.strictObject({ ...one_call, method: z.enum(['totp', 'sms', 'recovery_code']), code }),
    z.strictObject({
      ...one_call,
      method: z.literal('password'),
      password: z.string().min(1).max(PASSWORD_LENGTH_MAX),
    }),
    z.strictObject({
      ...one_call,
      method: z.literal('passkey'),
      id: z.string().min(1).max(100),
      assertion: assertionInput,
    }),
    z.strictObject({ ...one_call, method: z.literal('demo') }),
  ])
  .refine(isWhole, { path: ['input_hash'], error: validationText.required })
const askInput = z
  .strictObject(one_call)
  .refine(isWhole, { path: ['input_hash'], error: validationText.required })
type Given = z.infer<typeof stepUpInput>

/** In the words of the security log. */
const says = {
  passkey: 'passkey',
  totp: 'authenticator app',
  sms: 'SMS',
  recovery_code: 'recovery code',
  password: 'password',
  demo: 'demo',
} as const satisfies Record<StepUpMethod, string>

const limited = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }

export function stepUpRoutes(
  app: FastifyInstance,
  context: HttpContext,
  deps: LoginDeps,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  const { database, clock, security } = context
  /** Options for the passkey; the call to confirm is part of what it signs. */
  app.post('/api/auth/step-up/passkey', limited, async (request) => {
    const { user_id } = await ownViewer(context, request)
    const party = requireParty(context.settings, request)
    const asked = { user_id, call: callOf(parseInput(askInput, request.body)) }
    const data = await inTransaction(database.session, (tx) => askPasskey({ tx, clock }, party, asked))
    return { success: true, data }
  })
  app.post('/api/auth/step-up', limited, async (request) => {
    const viewer = await ownViewer(context, request)
    const given = parseInput(stepUpInput, request.body)
    const methods = await inTransaction(database.session, (tx) => stepUpMethods(tx, viewer.session_id))
    if (!methods.includes(given.method)) throw invalid({ method: 'Please confirm in another way' })
    if (given.method === 'passkey') {
      const party = requireParty(context.settings, request)
      const asked = { user_id: viewer.user_id, call: callOf(given) }
      const judged = await inTransaction(database.session, (tx) =>
        takeAssertion({ tx, clock }, party, given, asked),
      )
      if (judged.refused !== undefined) throw await refusedPasskey(security, judged)
    } else await requireProof(deps, viewer, given, callerOf(request))
    const call = callOf(given)
    const data = await inTransaction(database.session, (tx) =>
      keepStepUp({ tx, clock }, viewer.session_id, call),
    )
    await security.note({
      kind: 'step_up',
      outcome: 'ok',
      user_id: viewer.user_id,
      says: call ? `${says[given.method]}, for ${call.action_id}` : says[given.method],
    })
    return { success: true, data }
  })
}

async function requireProof(
  deps: LoginDeps,
  viewer: Viewer,
  given: Exclude<Given, { method: 'passkey' }>,
  caller: Caller,
): Promise<void> {
  if (given.method === 'password') await requirePassword(deps, viewer, given.password, caller)
  else if (given.method !== 'demo') await requireCode(deps, viewer, given, caller)
}

/** Notes a passkey that did not prove its person. @returns the refusal to throw */
export async function refusedPasskey(
  security: Pick<SecurityLog, 'note'>,
  { user_id, refused }: RefusedPasskey,
): Promise<StintError> {
  await security.note({ kind: 'factor_failed', outcome: 'refused', user_id, says: refused })
  return invalid({ assertion: 'The passkey was not accepted. Please try again' })
}

/** The person signed in; nobody confirms for somebody else. */
export async function ownViewer(context: HttpContext, request: FastifyRequest): Promise<Viewer> {
  const viewer = await context.viewerOf(request)
  if (viewer.impersonator_user_id !== null) throw notAllowed(errorText.impersonating)
  return viewer
}

/** The same, confirmed in the last five minutes: a browser that was left open is not enough for a change. */
export async function confirmedViewer(context: HttpContext, request: FastifyRequest): Promise<Viewer> {
  const { database, clock } = context
  const viewer = await ownViewer(context, request)
  await inTransaction(database.session, (tx) => requireRecent({ tx, clock }, viewer.session_id, FIVE_MINUTES))
  return viewer
}
