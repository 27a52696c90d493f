import { followAudit } from '#business/inbox/follow-audit.server.ts'
import { queueSourceChanges } from '#business/payroll/run-sources/queue-source-changes.job.ts'
import { queueFacts } from '#business/webhooks/queue-facts.job.ts'
import type { Viewer } from '#entity/access.ts'
import { assert, present } from '#kernel/assert.ts'
import type { Instant } from '#kernel/instant.ts'
import { type AuditFact, chainHash, plainJson } from './audit-chain.ts'
import type { AuditEntry, Tx } from './verb.ts'

/** The actor, and the business of the log. */
type Auditing = Pick<Viewer, 'user_id' | 'impersonator_user_id' | 'business_id'>

type AuditOrigin = {
  readonly viewer: Auditing
  readonly action_id: string
  readonly at: Instant
}

type Head = { chain_no: number; hash: string }

/** Chains run per acting business, so that tenants never wait for each other. */
const chainOf = (viewer: Auditing): string => viewer.business_id

/** One verb's audit: its origin and its entries. */
export type AuditPart = { readonly origin: AuditOrigin; readonly entries: readonly AuditEntry[] }

/** Rows of one statement, so that thousands of entries hold little memory. */
const ROWS_MAX = 1000

/**
 * Appends the entries of one verb to its chain, in two statements. The head row stays locked until commit, so that no
 * number or hash is given twice.
 */
export function writeAudit(tx: Tx, origin: AuditOrigin, entries: readonly AuditEntry[]): Promise<void> {
  return writeAudits(tx, [{ origin, entries }])
}

/** The same for many verbs of one acting business that commit together, in their order. */
export async function writeAudits(tx: Tx, parts: readonly AuditPart[]): Promise<void> {
  const dated = parts.flatMap(({ origin, entries }) => entries.map((entry) => ({ origin, entry })))
  const [first] = dated
  if (first === undefined) return
  const chain_id = chainOf(first.origin.viewer)
  assert(
    dated.every(({ origin }) => chainOf(origin.viewer) === chain_id),
    'entries that are written together are of one chain',
  )
  // First: the chain stays locked from the append until commit.
  await followAudit(
    tx,
    { at: first.origin.at, actor_user_id: first.origin.viewer.user_id },
    dated.map(({ entry }) => entry),
  )
  await queueFacts(tx, parts)
  await queueSourceChanges(tx, parts)
  for (let at = 0; at < dated.length; at += ROWS_MAX)
    await append(tx, chain_id, dated.slice(at, at + ROWS_MAX))
}

/** Lists of `log.append_audit`, in its order. */
const lists = {
  chain_no: 'bigint',
  action_id: 'text',
  entity: 'text',
  entity_id: 'uuid',
  old_values: 'jsonb',
  new_values: 'jsonb',
  user_id: 'text',
  impersonator_user_id: 'text',
  business_id: 'uuid',
  at: 'timestamptz',
  previous_hash: 'text',
  hash: 'text',
} as const
const LISTS = Object.entries(lists)
const APPEND = `select log.append_audit($1, ${LISTS.map(([, type], i) => `$${i + 2}::${type}[]`).join(', ')})`

const jsonText = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

async function append(
  tx: Tx,
  chain_id: string,
  dated: readonly { readonly origin: AuditOrigin; readonly entry: AuditEntry }[],
): Promise<void> {
  const head = await tx.row<Head>('select chain_no, hash from log.lock_audit($1)', [chain_id])
  let { chain_no, hash } = present(head, 'the head of the chain')
  const rows = dated.map(({ origin, entry }) => {
    const previous_hash = hash
    chain_no += 1
    const fact = factOf(origin, entry, chain_id, chain_no)
    hash = chainHash(previous_hash, fact)
    const { old_values, new_values } = fact
    return {
      ...fact,
      old_values: jsonText(old_values),
      new_values: jsonText(new_values),
      previous_hash,
      hash,
    }
  })
  await tx.run(APPEND, [
    chain_id,
    ...Object.keys(lists).map((name) => rows.map((row) => row[name as keyof typeof lists] ?? null)),
  ])
}

function factOf(origin: AuditOrigin, entry: AuditEntry, chain_id: string, chain_no: number): AuditFact {
  const { viewer, action_id, at } = origin
  return {
    chain_id,
    chain_no,
    action_id,
    entity: entry.entity,
    entity_id: entry.entity_id,
    old_values: plainJson(entry.old_values),
    new_values: plainJson(entry.new_values),
    user_id: viewer.user_id,
    impersonator_user_id: viewer.impersonator_user_id,
    business_id: viewer.business_id,
    at,
  }
}
