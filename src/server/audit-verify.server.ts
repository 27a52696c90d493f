import { type AuditFact, CHAIN_START, chainHash } from './audit-chain.ts'
import type { Tx } from './verb.ts'

/** A row that breaks its chain: changed, missing, added or re-ordered. */
type ChainFault = { readonly chain_id: string; readonly chain_no: number; readonly what: string }

type StoredRow = AuditFact & { id: number; previous_hash: string; hash: string }
type Expected = { chain_no: number; hash: string }

const PAGE = 2_000
const FAULTS_MAX = 100

/**
 * Reads every chain from its start and compares it with its head (I16, R12).
 * @returns the faults, at most 100; none = the log is intact
 */
export async function verifyAudit(tx: Tx): Promise<ChainFault[]> {
  const heads = await tx.rows<{ chain_id: string; chain_no: number; hash: string }>(
    `select c.chain_id, coalesce(h.chain_no, -1) as chain_no, coalesce(h.hash, '') as hash
     from (select chain_id from log.audit_head union select chain_id from log.audit) c
     left join log.audit_head h using (chain_id) order by 1`,
  )
  const faults: ChainFault[] = []
  for (const head of heads) {
    if (faults.length >= FAULTS_MAX) break
    const end = await verifyChain(tx, head.chain_id, faults)
    if (head.chain_no !== end.chain_no || head.hash !== end.hash)
      faults.push({ ...head, what: `the chain ends at ${end.chain_no}, its head says ${head.chain_no}` })
  }
  return faults.slice(0, FAULTS_MAX)
}

const START: Expected = { chain_no: 0, hash: CHAIN_START }

/** Reads the rows of each chain since the cursor of the checks, and moves the cursor on. @returns the faults, in words */
export async function verifyAuditChanges(tx: Tx): Promise<string[]> {
  const heads = await tx.rows<{ chain_id: string; head: Expected | null; from: Expected | null }>(
    `select coalesce(h.chain_id::text, c.chain) as chain_id,
       case when h.chain_id is not null then jsonb_build_object('chain_no', h.chain_no, 'hash', h.hash) end as head,
       case when c.chain is not null then jsonb_build_object('chain_no', c.no, 'hash', c.mac) end as "from"
     from log.audit_head h full join (select * from platform.check_cursor where log = 'audit') c on c.chain = h.chain_id::text
     where (h.chain_no, h.hash) is distinct from (c.no, c.mac) order by 1`,
  )
  const broken: string[] = []
  const ends: (Expected & { chain_id: string })[] = []
  for (const { chain_id, head, from } of heads) {
    const faults: ChainFault[] = []
    const end = await verifyChain(tx, chain_id, faults, from ?? START)
    broken.push(...faults.map(({ chain_no, what }) => `audit row ${chain_no} of chain ${chain_id}: ${what}`))
    if (head?.chain_no !== end.chain_no || head.hash !== end.hash)
      broken.push(
        `chain ${chain_id} of the audit log ends at ${end.chain_no}, its head says ${head?.chain_no}`,
      )
    ends.push({ ...end, chain_id })
  }
  if (ends.length > 0)
    await tx.run(
      `insert into platform.check_cursor (log, chain, no, mac)
       select 'audit', e.chain_id, e.chain_no, e.hash from jsonb_to_recordset($1) as e (chain_id text, chain_no bigint, hash text)
       on conflict (log, chain) do update set no = excluded.no, mac = excluded.mac`,
      [JSON.stringify(ends)],
    )
  return broken
}

async function verifyChain(
  tx: Tx,
  chain_id: string,
  faults: ChainFault[],
  from: Expected = START,
): Promise<Expected> {
  let last = from
  for (;;) {
    const page = await tx.rows<StoredRow>(
      `select chain_id, chain_no, action_id, entity, entity_id, old_values, new_values, user_id,
         impersonator_user_id, business_id, at, previous_hash, hash
       from log.audit where chain_id = $1 and chain_no > $2 order by chain_no limit ${PAGE}`,
      [chain_id, last.chain_no],
    )
    for (const row of page) {
      const what = faultOf(row, last)
      if (what && faults.length < FAULTS_MAX) faults.push({ chain_id, chain_no: row.chain_no, what })
      last = { chain_no: row.chain_no, hash: row.hash }
    }
    if (page.length < PAGE) return last
  }
}

function faultOf(row: StoredRow, last: Expected): string | null {
  const { previous_hash, hash, ...fact } = row
  if (row.chain_no !== last.chain_no + 1) return `rows after ${last.chain_no} are missing`
  if (previous_hash !== last.hash) return 'it does not follow from the row before'
  // A stored row without its hashes is the hashed fact.
  if (chainHash(previous_hash, fact as AuditFact) !== hash) return 'it was changed'
  return null
}
