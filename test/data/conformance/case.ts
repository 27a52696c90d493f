import type { Who } from './shelf-rows.ts'

/** One thing the dialect does: a document, who asks, and the exact JSON that comes back. */
export interface Case {
  readonly name: string
  /** The northern publisher's administrator unless said. */
  readonly as?: Who
  readonly ask: string
  readonly variables?: Readonly<Record<string, unknown>>
  /** Which operation of the document, where there are several. */
  readonly operation?: string
  /** Under which a mutation is made. */
  readonly action?: string
  /** The answer's `data`, with its keys in this order. */
  readonly gives?: unknown
  /** The answer's one error. */
  readonly refuses?: { readonly message: string; readonly path?: string; readonly code?: string }
  /** What the same viewer reads afterwards. */
  readonly afterwards?: { readonly ask: string; readonly gives: unknown }
}

/** Cases in a row that differ in one place of one document. */
export function table<const T>(rows: readonly T[], of: (row: T, at: number) => Case): readonly Case[] {
  return rows.map(of)
}
