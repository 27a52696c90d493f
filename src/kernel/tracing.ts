/** Where parts of the product say what they do, for traces; nothing is noted until the server sets a tracer. */

/** What a span may say: never a text of a row, a parameter or a statement. */
export type SpanFacts = Readonly<Record<string, string | number>>

export type Tracer = {
  /** Runs `work` in a span inside the present one, or inside the named one. */
  readonly span: <T>(
    name: string,
    facts: SpanFacts,
    work: () => Promise<T>,
    parent?: string | null,
  ) => Promise<T>
  /** The present span in W3C's form; null outside of any. */
  readonly traceparent: () => string | null
}

let tracer: Tracer | null = null

/** @param next null = nothing is noted any more */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

export const isTracing = (): boolean => tracer !== null

/**
 * Runs `work`, in a span where there is a tracer.
 * @param parent the traceparent kept with work that was asked for elsewhere
 */
export function traced<T>(
  name: string,
  facts: SpanFacts,
  work: () => Promise<T>,
  parent?: string | null,
): Promise<T> {
  return tracer === null ? work() : tracer.span(name, facts, work, parent)
}

/** A statement by its name alone: verb and first table. */
export function tracedStatement<T>(sql: string, work: () => Promise<T>): Promise<T> {
  return tracer === null ? work() : tracer.span(statementName(sql), {}, work)
}

/** For headers and kept work; null without a tracer. */
export const traceparent = (): string | null => tracer?.traceparent() ?? null

/** A statement by its verb and its first table, `update transaction.invoice`; its text stays here. */
export function statementName(sql: string): string {
  const [, verb = 'statement'] = /^\s*(?:--[^\n]*\n\s*)*([a-z]+)/i.exec(sql) ?? []
  const [, table] = /\b(?:from|into|update|join)\s+([a-z_]+\.[a-z_]+)/i.exec(sql) ?? []
  return table ? `${verb.toLowerCase()} ${table.toLowerCase()}` : verb.toLowerCase()
}
