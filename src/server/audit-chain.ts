/** The arithmetic of the audit chain (quality I16, R12): pure, the same for the writer and for `verify`. */
import { createHash } from 'node:crypto'

/** One audit row; its hash covers all of it and the hash before. */
export type AuditFact = {
  readonly chain_id: string
  readonly chain_no: number
  readonly action_id: string
  readonly entity: string
  readonly entity_id: string
  readonly old_values: unknown
  readonly new_values: unknown
  readonly user_id: string
  readonly impersonator_user_id: string | null
  readonly business_id: string
  /** ISO, UTC, milliseconds. */
  readonly at: string
}

/** Before the first row of every chain. */
export const CHAIN_START = ''

/** JSON with sorted keys, so that PostgreSQL's jsonb reads back the same text. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}

/** As the database returns it: `undefined` gone, `toJSON` applied. */
export function plainJson(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value))
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function chainHash(previous_hash: string, fact: AuditFact): string {
  return sha256(`${previous_hash}\n${canonicalJson(fact)}`)
}
