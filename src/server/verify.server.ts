/** `npm run verify`: checks the invariants of a database (quality, invariants). Reads only. */
import { existsSync } from 'node:fs'
import type { Invariant } from '#business/ledger/invariant.server.ts'
import { invariants } from '#business/ledger/invariants.server.ts'
import { verifyReturns } from '#business/payroll/returns/verify-returns.server.ts'
import { verifySlips } from '#business/payroll/runs/verify-slips.server.ts'
import { systemClock } from '#kernel/clock.ts'
import { verifyAudit } from './audit-verify.server.ts'
import type { Installation } from './commands/command-installation.ts'
import type { Database } from './database.ts'
import type { Changes } from './health/changes.server.ts'
import { notesOfSeals, verifySeals } from './seal-verify.server.ts'
import { type KeptAnchor, readAnchors, verifyAnchors } from './seals/anchor-verify.server.ts'
import type { BooksKeys } from './seals/books-key.ts'
import { verifyFiles } from './seals/verify-files.server.ts'
import { verifySecurityDays } from './security/security-days.server.ts'
import { type Files, openFiles } from './storage.server.ts'
import { wrapTx } from './tx.ts'
import type { Tx } from './verb.ts'

export type Finding = {
  readonly id: string
  readonly says: string
  /** The first broken rows, in words; none = it holds. */
  readonly broken: readonly string[]
  /** Rows that the report names, and that are no fault. */
  readonly notes?: readonly string[]
}

/** Broken rows that are named. */
export const SHOWN = 3

/** Keys, anchors and files outside of the database: verify compares them where they are at hand. */
export type Outside = {
  readonly anchors?: readonly KeptAnchor[]
  readonly anchor_key?: string | null
  readonly files?: Files
}

/** Checks every invariant on one snapshot, so that concurrent work is no fault. */
export async function verifyDatabase(
  database: Pick<Database, 'owner' | 'booksKeys'>,
  outside: Outside = {},
): Promise<Finding[]> {
  const client = await database.owner.connect()
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    const tx = wrapTx(client)
    return [...(await findingsOf(tx, database.booksKeys)), ...(await outsideFindings(tx, outside))]
  } finally {
    // A lost connection is thrown away; the check reports its own error.
    const lost = await client.query('rollback').then(
      () => undefined,
      (error: Error) => error,
    )
    client.release(lost)
  }
}

/** One check of the books. */
export type Check = {
  readonly id: string
  readonly says: string
  /** The rows found are no fault. */
  readonly is_note?: true
  /** The first rows that break it, in words; none = it holds. */
  readonly find: (tx: Tx) => Promise<string[]>
  /** The same of changes since the last round, where a change can be judged by itself. */
  readonly findChanged?: (tx: Tx, changes: Changes) => Promise<readonly string[]>
}

const ofRows =
  (sql: string) =>
  async (tx: Tx): Promise<string[]> =>
    (await tx.rows<{ what: string }>(sql)).map((row) => row.what)

const ofChanges =
  ({ of, sql }: NonNullable<Invariant['changed']>) =>
  async (tx: Tx, changes: Changes): Promise<readonly string[]> => {
    const keys = await changes.keysOf(tx, of)
    if (keys.length === 0) return []
    return (await tx.rows<{ what: string }>(`${sql} limit ${SHOWN}`, [keys])).map((row) => row.what)
  }

/**
 * All checks, in the order of the report.
 * @param keys of the installation; without them the codes of sealed transactions stay unchecked
 */
export const checksOf = (keys: BooksKeys | null): readonly Check[] => [
  ...invariants.map(({ id, says, sql, is_note, changed }): Check => {
    if (is_note) return { id, says, is_note, find: ofRows(sql) }
    const find = ofRows(`${sql} limit ${SHOWN}`)
    return changed ? { id, says, find, findChanged: ofChanges(changed) } : { id, says, find }
  }),
  {
    id: 'I24',
    says: 'a payslip of a pay run is what the engine computes from its stored inputs',
    find: (tx) => verifySlips(tx, SHOWN),
    findChanged: async (tx, changes) => verifySlips(tx, SHOWN, await changes.keysOf(tx, 'payslip')),
  },
  {
    id: 'I24',
    says: 'a return to HMRC carries the mark of its content, and one that left the figures to date of its payslips',
    find: (tx) => verifyReturns(tx, SHOWN),
    findChanged: async (tx, changes) => verifyReturns(tx, SHOWN, await changes.keysOf(tx, 'return')),
  },
  {
    id: 'I16',
    says: 'the audit chains verify',
    find: async (tx) =>
      (await verifyAudit(tx))
        .slice(0, SHOWN)
        .map(({ chain_no, chain_id, what }) => `audit row ${chain_no} of chain ${chain_id}: ${what}`),
    findChanged: (_tx, { audit_faults }) => Promise.resolve(audit_faults),
  },
  {
    id: 'R12',
    says: 'rows of money, rules, access and evidence are as the product left them',
    find: (tx) => verifySeals(tx, keys, SHOWN),
    findChanged: (_tx, { seal_faults }) => Promise.resolve(seal_faults),
  },
  {
    id: 'R12',
    says: 'every row was sealed as it was written, and its code was checked',
    is_note: true,
    find: (tx) => notesOfSeals(tx, keys),
  },
  {
    id: 'S16',
    says: 'security events are as each night kept them',
    find: (tx) => verifySecurityDays(tx, systemClock.today(), SHOWN),
  },
]

/** Seals hold moments in UTC. */
export const inUtc = (tx: Tx): Promise<unknown> => tx.run(`set local timezone to 'UTC'`)

/**
 * The same inside an open transaction: its own uncommitted changes are checked, too.
 * @param keys as in `checksOf`
 * @param onFinding counts the checks made, and their total
 */
export async function findingsOf(
  tx: Tx,
  keys: BooksKeys | null,
  onFinding?: (finding: Finding, all: number) => Promise<void>,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const checks = checksOf(keys)
  await inUtc(tx)
  for (const { id, says, is_note, find } of checks) {
    const rows = await find(tx)
    const finding: Finding = is_note ? { id, says, broken: [], notes: rows } : { id, says, broken: rows }
    findings.push(finding)
    await onFinding?.(finding, checks.length)
  }
  return findings
}

async function outsideFindings(tx: Tx, { anchors, anchor_key = null, files }: Outside): Promise<Finding[]> {
  const findings: Finding[] = []
  if (anchors)
    findings.push({
      id: 'R16',
      says: `the chains are as ${anchors.length} anchors outside of the database saw them`,
      broken: await verifyAnchors(tx, anchors, anchor_key, SHOWN),
    })
  if (files)
    findings.push({
      id: 'R16',
      says: 'stored files are those that were stored',
      broken: await verifyFiles(tx, files, SHOWN),
    })
  return findings
}

/**
 * Prints each invariant and the first rows that break it.
 * @param folders of anchors, beside the installation's own
 * @returns whether all of them hold
 */
export async function verify(
  { database, settings, anchors }: Pick<Installation, 'database' | 'settings' | 'anchors'>,
  folders: readonly string[] = [],
): Promise<boolean> {
  const store = settings.files
  const findings = await verifyDatabase(database, {
    anchors: readAnchors([settings.anchorFolder, ...folders]),
    anchor_key: anchors?.key.public_key ?? null,
    // Another machine's folder says nothing.
    ...(store.kind === 'folder' && existsSync(store.folder) ? { files: openFiles(store) } : {}),
  })
  for (const { id, says, broken, notes = [] } of findings) {
    const state = notes.length > 0 ? 'NOTE  ' : 'holds '
    process.stdout.write(`${broken.length === 0 ? state : 'BROKEN'}  ${id.padEnd(8)}${says}\n`)
    for (const what of [...broken, ...notes]) process.stdout.write(`          ${what}\n`)
  }
  const faults = findings.filter((finding) => finding.broken.length > 0).length
  process.stdout.write(
    faults === 0
      ? `All ${findings.length} checks hold.\n`
      : `${faults} of ${findings.length} checks are broken.\n`,
  )
  return faults === 0
}
