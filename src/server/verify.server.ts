/** `npm run verify`: checks the invariants of a database (quality, invariants). Reads only. */
import { invariants } from '#business/ledger/invariants.server.ts'
import { systemClock } from '#kernel/clock.ts'
import { verifyAudit } from './audit-verify.server.ts'
import type { Installation } from './commands/command-installation.ts'
import type { Database } from './database.ts'
import { verifySeals } from './seal-verify.server.ts'
import { verifySecurityDays } from './security/security-days.server.ts'
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

const SHOWN = 3

/** Checks every invariant on one snapshot, so that concurrent work is no fault. */
export async function verifyDatabase(database: Pick<Database, 'owner'>): Promise<Finding[]> {
  const client = await database.owner.connect()
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    return await findingsOf(wrapTx(client))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/**
 * The same inside an open transaction: its own uncommitted changes are checked, too.
 * @param onFinding counts the checks made, and their total
 */
export async function findingsOf(
  tx: Tx,
  onFinding?: (finding: Finding, all: number) => Promise<void>,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const found = async (finding: Finding) => {
    findings.push(finding)
    await onFinding?.(finding, invariants.length + 3)
  }
  // Seals hold moments in UTC.
  await tx.run(`set local timezone to 'UTC'`)
  for (const { id, says, sql, is_note } of invariants) {
    const rows = await tx.rows<{ what: string }>(is_note ? sql : `${sql} limit ${SHOWN}`)
    const named = rows.map((row) => row.what)
    await found(is_note ? { id, says, broken: [], notes: named } : { id, says, broken: named })
  }
  const faults = await verifyAudit(tx)
  await found({
    id: 'I16',
    says: 'the audit chains verify',
    broken: faults.slice(0, SHOWN).map((f) => `audit row ${f.chain_no} of chain ${f.chain_id}: ${f.what}`),
  })
  await found({
    id: 'R12',
    says: 'rows of money and evidence are as the product left them',
    broken: await verifySeals(tx, SHOWN),
  })
  await found({
    id: 'S16',
    says: 'security events are as each night kept them',
    broken: await verifySecurityDays(tx, systemClock.today(), SHOWN),
  })
  return findings
}

/** Prints each invariant and the first rows that break it. @returns whether all of them hold */
export async function verify({ database }: Pick<Installation, 'database'>): Promise<boolean> {
  const findings = await verifyDatabase(database)
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
