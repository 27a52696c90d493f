/**
 * A verb: one thing somebody may do, addressed by an action id (`transaction.timesheet.approve`). The action runner,
 * bulk jobs, magic links, imports and the demo loader all come in through `perform` (src/server/perform.server.ts).
 */
import type { z } from 'zod'
import type { Viewer, WhoMay } from '#entity/access.ts'
import type { RegisterAnswer } from '#entity/register-answer.ts'
import type { Clock } from '#kernel/clock.ts'

/** One database transaction as verbs use it. Values are always parameters; numeric and date come back as text. */
export interface Tx {
  rows<R>(sql: string, params?: readonly unknown[]): Promise<R[]>
  /** The only row, or undefined. More than one is a bug and throws. */
  row<R>(sql: string, params?: readonly unknown[]): Promise<R | undefined>
  /** Number of rows changed. */
  run(sql: string, params?: readonly unknown[]): Promise<number>
}

export interface AuditEntry {
  readonly entity: string
  readonly entity_id: string
  readonly old_values?: Readonly<Record<string, unknown>>
  readonly new_values?: Readonly<Record<string, unknown>>
}

export interface VerbContext {
  readonly tx: Tx
  readonly viewer: Viewer
  /** Frozen for the whole verb: one request, one moment. */
  readonly clock: Clock
  readonly action_id: string
  /** One audit row per state change (I16), written hash-chained after the verb, in the same transaction. */
  audit(entry: AuditEntry): void
  /** Leaves the database after commit, at least once; `fact_key` makes it once (docs/architecture.md, writes). */
  enqueue(topic: string, fact_key: string, payload: Readonly<Record<string, unknown>>): void
  /** A secret as a column named `*_enc` keeps it. @param place the column */
  encrypt(text: string, place: string): string
  /** The operator set up the sending of returns to HMRC. */
  readonly sends_returns: boolean
  /** The operator set up a messaging service. */
  readonly sends_messages: boolean
  /** The operator set up HMRC's check of VAT numbers. */
  readonly checks_vat: boolean
  /** Networks that the operator opened to addresses which businesses enter, beside the public internet. */
  readonly open_networks: readonly string[]
  /** The status of a company's number at Companies House, asked now; the number is of its form. */
  registerAnswer(number: string): Promise<RegisterAnswer>
  /** The TXT records of a domain, by its name servers; none where nobody answers. */
  txtOf(domain: string): Promise<readonly string[]>
}

/**
 * Seconds for which a confirmation holds; `once`: each call needs its own. A function: the input decides, null = none.
 */
export type StepUp<I> = number | 'once' | ((input: I) => number | null)

export const FIVE_MINUTES = 300
export const HALF_AN_HOUR = 1800

export interface Verb<I, O> {
  readonly action_id: string
  /** The release in which the action appeared. */
  readonly since: `${number}.${number}.${number}`
  /** One sentence for the reference of the API. */
  readonly summary: string
  /** Refused to API tokens: actions that need a person at the moment itself, or give people rights. */
  readonly machine: 'allowed' | 'refused'
  /**
   * Refused while the caller acts as somebody else: decisions, confirmations, exports, accounts, sign-in data, tokens,
   * schedules and settings (people, impersonation).
   */
  readonly impersonator: 'allowed' | 'refused'
  /** Asked before the input is read; the rules of the record come after. */
  readonly who: WhoMay
  /** Changes nothing: tokens that only read may do it, without an idempotency key. */
  readonly is_reading?: true
  /** Its answer shows tax codes: the reading is kept in the security log under this name. */
  readonly shows_tax_codes?: string
  readonly input: z.ZodType<I>
  /** The answer, for the contract of the API. */
  readonly output: z.ZodType<O>
  /** Throws the six refusals of the kernel; anything else is a bug. Returns the caller's answer as JSON. */
  readonly run: (context: VerbContext, input: I) => Promise<O>
  /** Asks the person for a new proof that it is them: people, step-up. Refused to impersonators. */
  readonly step_up?: StepUp<I>
  /** Fields of the answer that are shown once: the first answer holds them, repeats of its key never do. */
  readonly secret_fields?: readonly string[]
  /** Fields with the text of a file: a program wrote it, so it may hold controls. */
  readonly file_texts?: readonly string[]
}

/** A schema by its result alone. */
interface SchemaOf<T> {
  readonly _zod: { readonly output: T }
}

type Declared<I, O> = Omit<Verb<I, O>, 'input' | 'output'> & {
  readonly input: SchemaOf<I>
  readonly output: SchemaOf<O>
}

/** The compiler compares schemas by every method of zod, which took more than half of its time: here by their results. */
export function verb<I, O>(declared: Declared<I, O>): Verb<I, O> {
  return declared as Verb<I, O> // Only zod makes schemas.
}

/** A verb in the registry, without its input type; only its own schema makes an input for it. */
export type AnyVerb = Omit<Verb<unknown, unknown>, 'run' | 'step_up'> & {
  readonly step_up?: StepUp<never>
  readonly run: (context: VerbContext, input: never) => Promise<unknown>
}
