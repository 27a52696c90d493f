/** The one entry for every action (docs/architecture.md, writes). */
import { setTimeout as pause } from 'node:timers/promises'
import { requireOneOf } from '#business/shared/who-may.rules.ts'
import { verbs as productVerbs } from '#business/verbs.ts'
import type { Viewer } from '#entity/access.ts'
import { type Clock, frozenAt } from '#kernel/clock.ts'
import { notAllowed, notFound } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { traced } from '#kernel/tracing.ts'
import { plainJson } from './audit-chain.ts'
import { type AuditPart, writeAudits } from './audit-write.server.ts'
import { requireStepUp } from './auth/auth-step-up.server.ts'
import { type DataKeySettings, encryptText } from './data-key.ts'
import type { Database } from './database.ts'
import {
  adaptDatabaseError,
  isConnectionLoss,
  isRetryable,
  isTooLong,
  RestartingError,
  toFailure,
  UnavailableError,
  unavailableText,
} from './failure.ts'
import { verb_seconds } from './health/metrics.ts'
import { parseInput } from './http/input-errors.ts'
import { checkKey, claimKey, inputHash, keepAnswer } from './idempotency.server.ts'
import { registerAnswer } from './lookups/companies-house.server.ts'
import { type OutboxItem, writeOutbox } from './mail/outbox-write.server.ts'
import { writeAuditedEvents } from './security/audited-events.server.ts'
import type { LookupSettings } from './settings/settings-lookups.ts'
import type { NetworkSettings } from './settings/settings-networks.ts'
import type { GatewaySettings } from './settings/settings-sms.ts'
import { canByToken } from './token-scope.rules.ts'
import { inTransaction } from './tx.ts'
import type { AnyVerb, AuditEntry, Tx, VerbContext } from './verb.ts'

/** Settings that verbs depend on. */
export type VerbSettings = DataKeySettings &
  Partial<GatewaySettings & LookupSettings & Pick<NetworkSettings, 'webhookAllow'>>

export type PerformDeps = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  /** Defaults to the product's verbs. */
  readonly verbs?: ReadonlyMap<string, AnyVerb>
  /** The key of secrets that verbs keep. */
  readonly settings?: VerbSettings
  /** Asks name servers; none where the caller has no network. */
  readonly txtOf?: VerbContext['txtOf']
  /** The confirmation that came along with the call, for verbs that need one each time. */
  readonly step_up_token?: string | null
  /** Told when the answer is the first one of the key, given again. */
  readonly onRepeat?: () => void
}

/** One transaction, and the moment of the action. */
type Within = {
  readonly tx: Tx
  readonly clock: Clock
  readonly settings?: VerbSettings | undefined
  readonly txtOf?: VerbContext['txtOf'] | undefined
}

/** Refuses to encrypt. */
const no_key: VerbSettings = { dataKey: null, dataKeyOld: null }

const CONTENTION_TRIES = 8
const CONNECTION_TRIES = 4

/**
 * Performs an action for a viewer, whole or not at all.
 * @param key repeats of the same key get the first answer; null = the caller cannot repeat
 * @returns the verb's answer as JSON
 * @throws the six refusals; `UnavailableError` without a database
 */
export async function perform(
  deps: PerformDeps,
  viewer: Viewer,
  action_id: string,
  rawInput: unknown,
  key: string | null,
): Promise<unknown> {
  const verb = findVerb(deps.verbs ?? productVerbs, viewer, action_id)
  return timed(verb.action_id, () =>
    traced('verb', { 'stint.action_id': verb.action_id }, () =>
      performVerb(deps, viewer, verb, rawInput, key),
    ),
  )
}

async function performVerb(
  deps: PerformDeps,
  viewer: Viewer,
  verb: AnyVerb,
  rawInput: unknown,
  key: string | null,
): Promise<unknown> {
  const clock = frozenAt(deps.clock)
  const { action_id } = verb
  const input = parseInput(verb.input, rawInput, verb.file_texts)
  if (key !== null) checkKey(key)
  const input_hash = key === null ? '' : inputHash(viewer, action_id, rawInput)
  const once = async (tx: Tx): Promise<unknown> => {
    const run = () =>
      runVerb({ tx, clock, settings: deps.settings, txtOf: deps.txtOf }, viewer, verb, input, confirmed)
    const confirmed = () =>
      requireStepUp({ tx, clock }, viewer, stepUpOf(verb, input), {
        action_id,
        input_hash: () => inputHash(viewer, action_id, rawInput),
        token: deps.step_up_token ?? null,
      })
    if (key === null) return run()
    const claim = await claimKey(tx, viewer, key, action_id, input_hash)
    // Confirmed at the first time.
    if (claim.repeated) {
      deps.onRepeat?.()
      return claim.answer
    }
    const answer = await run()
    const kept = await keepAnswer(tx, viewer, key, withoutSecrets(verb, answer))
    return verb.secret_fields ? answer : kept
  }
  return untilDecided(deps.database, once, key !== null)
}

/** Counts the action by its outcome: `ok`, or the code of its refusal. */
async function timed<T>(action: string, work: () => Promise<T>): Promise<T> {
  const from_ms = performance.now()
  let outcome = 'ok'
  try {
    return await work()
  } catch (error) {
    outcome = toFailure(error).body.code
    throw error
  } finally {
    verb_seconds.observe({ action, outcome }, (performance.now() - from_ms) / 1000)
  }
}

/** The same inside an open transaction: jobs and batches. The caller commits and retries. */
export async function performIn(
  within: Within & { readonly verbs?: ReadonlyMap<string, AnyVerb> },
  viewer: Viewer,
  action_id: string,
  rawInput: unknown,
): Promise<unknown> {
  const verb = findVerb(within.verbs ?? productVerbs, viewer, action_id)
  const clock = frozenAt(within.clock)
  const input = parseInput(verb.input, rawInput, verb.file_texts)
  refuseUnasked(viewer, verb, input)
  return runVerb({ ...within, clock }, viewer, verb, input)
}

/**
 * Performs inside an open transaction and leaves audit and outbox to `writeDeferred`, for many actions that commit
 * together: the audit chain is locked only at the end. A caller that rolls back drops them: a rehearsal.
 */
export async function performLater(
  within: { readonly tx: Tx; readonly clock: Clock; readonly verbs?: ReadonlyMap<string, AnyVerb> },
  viewer: Viewer,
  action_id: string,
  rawInput: unknown,
): Promise<{ readonly answer: unknown; readonly deferred: Deferred }> {
  const verb = findVerb(within.verbs ?? productVerbs, viewer, action_id)
  const step = openContext({ tx: within.tx, clock: frozenAt(within.clock) }, viewer, action_id)
  const input = parseInput(verb.input, rawInput, verb.file_texts)
  refuseUnasked(viewer, verb, input)
  // As in `runVerb`: parsed by this very verb's schema.
  const answer = await verb.run(step.context, input as never)
  return { answer: plainJson(answer), deferred: step.deferred }
}

/** The answer as it is kept: secrets are shown once. */
function withoutSecrets({ secret_fields }: AnyVerb, answer: unknown): unknown {
  if (!secret_fields || typeof answer !== 'object' || answer === null) return answer
  const hidden = Object.fromEntries(secret_fields.map((field) => [field, null]))
  return { ...answer, ...hidden, already_shown: true }
}

/** @throws `notFound` for an unknown id, `notAllowed` for the viewer's role, an impersonator (S10) or this program */
function findVerb(verbs: ReadonlyMap<string, AnyVerb>, viewer: Viewer, action_id: string): AnyVerb {
  const verb = verbs.get(action_id)
  if (!verb) throw notFound('Action')
  if (verb.impersonator === 'refused' && viewer.impersonator_user_id !== null)
    throw notAllowed(errorText.impersonating)
  if (viewer.token) requireCan(canByToken(verb, viewer.token))
  requireOneOf(viewer, verb.who)
  return verb
}

/** The confirmation that this input needs. */
export function stepUpOf({ step_up }: AnyVerb, input: unknown): number | 'once' | null {
  // Parsed by this very verb's schema.
  return typeof step_up === 'function' ? step_up(input as never) : (step_up ?? null)
}

/** @throws notAllowed where a job would do an action that the session's person must confirm */
function refuseUnasked(viewer: Viewer, verb: AnyVerb, input: unknown): void {
  if (viewer.session_id !== '' && stepUpOf(verb, input) !== null) throw notAllowed(errorText.unconfirmed)
}

async function runVerb(
  within: Within,
  viewer: Viewer,
  verb: AnyVerb,
  input: unknown,
  confirmed?: () => Promise<void>,
): Promise<unknown> {
  const step = openContext(within, viewer, verb.action_id)
  // The registry forgets each verb's own input type; `input` was parsed by this very verb's schema.
  const answer = await verb.run(step.context, input as never)
  // Asked last: people confirm an action that would succeed, and nothing is done without them.
  await confirmed?.()
  await step.finish()
  return plainJson(answer)
}

/** A verb's deferred audit and outbox rows. */
export type Deferred = AuditPart & { readonly items: readonly OutboxItem[] }
type OpenContext = {
  readonly context: VerbContext
  readonly deferred: Deferred
  readonly finish: () => Promise<void>
}

/** A verb's context, and `finish`, which writes its audit and outbox rows. For batches of jobs too. */
export function openContext(within: Within, viewer: Viewer, action_id: string): OpenContext {
  const { tx, clock, settings, txtOf = async () => [] } = within
  const entries: AuditEntry[] = []
  const items: OutboxItem[] = []
  const deferred: Deferred = {
    // Read at the write, in case the clock moves on.
    get origin() {
      return { viewer, action_id, at: clock.now() }
    },
    entries,
    items,
  }
  return {
    deferred,
    context: {
      tx,
      viewer,
      clock,
      action_id,
      audit: (entry) => void entries.push(entry),
      enqueue: (topic, fact_key, payload) =>
        void items.push({
          topic,
          fact_key,
          payload,
          user_id: viewer.user_id,
          business_id: viewer.business_id,
          impersonator_user_id: viewer.impersonator_user_id,
        }),
      encrypt: (text, place) => encryptText(settings ?? no_key, text, place),
      sends_returns: (settings?.hmrc ?? null) !== null,
      sends_messages: (settings?.messaging ?? null) !== null,
      checks_vat: (settings?.vatRegister ?? null) !== null,
      open_networks: settings?.webhookAllow ?? [],
      registerAnswer: (number) => registerAnswer(settings?.companiesHouse ?? null, clock, number),
      txtOf,
    },
    finish: () => writeDeferred(tx, [deferred]),
  }
}

/** Items of one statement. */
const ITEMS_MAX = 1000

/** Writes the deferred rows of one acting business's verbs, in their order. */
export async function writeDeferred(tx: Tx, deferred: readonly Deferred[]): Promise<void> {
  const items = deferred.flatMap((one) => one.items)
  for (let at = 0; at < items.length; at += ITEMS_MAX) await writeOutbox(tx, items.slice(at, at + ITEMS_MAX))
  for (const { origin, entries } of deferred) await writeAuditedEvents(tx, origin, entries)
  // Last, since it locks the chain until commit.
  await writeAudits(tx, deferred)
}

/**
 * Retries serialization failures and lost connections. A connection lost during commit leaves the outcome unknown:
 * with a key the repeat finds it, without one the caller is told.
 */
export async function untilDecided<T>(
  database: Pick<Database, 'transaction'>,
  work: (tx: Tx) => Promise<T>,
  repeatable: boolean,
): Promise<T> {
  for (let contention = 0, lost = 0; ; ) {
    let committing = false
    try {
      return await inTransaction(database, async (tx) => {
        const answer = await work(tx)
        committing = true
        return answer
      })
    } catch (error) {
      if (isRetryable(error) && ++contention < CONTENTION_TRIES) {
        await pause(Math.random() * 10 * 2 ** contention)
        continue
      }
      if (isTooLong(error) || !isConnectionLoss(error)) throw adaptDatabaseError(error)
      if (committing && !repeatable) throw new UnavailableError(unavailableText.unknown, { cause: error })
      if (error instanceof RestartingError) throw error
      if (++lost >= CONNECTION_TRIES)
        throw new UnavailableError(committing ? unavailableText.unknown : unavailableText.away, {
          cause: error,
        })
      await pause(100 * 2 ** lost)
    }
  }
}
