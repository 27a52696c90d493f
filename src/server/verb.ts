/**
 * A verb: one thing somebody may do, addressed by an action id (`transaction.timesheet.approve`). The action runner,
 * bulk jobs, magic links, imports and the demo loader all come in through `perform` (src/server/perform.server.ts).
 */
import type { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
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
}

export interface Verb<I, O> {
  readonly action_id: string
  readonly input: z.ZodType<I>
  /** Throws the six refusals of the kernel; anything else is a bug. Returns the caller's answer as JSON. */
  readonly run: (context: VerbContext, input: I) => Promise<O>
  /** Refused to impersonators: bank accounts, passwords, second factors, payment release. */
  readonly refuse_impersonator?: boolean
  /** Fields with the text of a file: a program wrote it, so it may hold controls. */
  readonly file_texts?: readonly string[]
}

export function verb<I, O>(v: Verb<I, O>): Verb<I, O> {
  return v
}

/** A verb in the registry, without its input type; only its own schema makes an input for it. */
export type AnyVerb = Omit<Verb<unknown, unknown>, 'run'> & {
  readonly run: (context: VerbContext, input: never) => Promise<unknown>
}
