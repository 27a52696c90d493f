/** `npm run verify`: issued payslips of runs, computed again from their stored inputs (decision 0152). */
import type { Tx } from '#server/verb.ts'
import { payslip_amounts } from '../figures/payslip.rules.ts'
import { changedParts, type EngineSlip, type SlipInputs } from './computed-slip.rules.ts'

type Row = EngineSlip & { readonly id: string; readonly human_id: string; readonly inputs: SlipInputs }

/** Payslips in memory at once. */
const AT_ONCE = 500

const pence = payslip_amounts.map((field) => `'${field}', (c.${field} * 100)::bigint`).join(', ')

/**
 * Reads a few hundred payslips at a time.
 * @param most faults that are named
 * @param payslip_ids of the payslips to judge; null for all
 * @returns the first faults, in words; none: every payslip equals the engine's computation
 */
export async function verifySlips(
  tx: Tx,
  most: number,
  payslip_ids: readonly string[] | null = null,
): Promise<string[]> {
  if (payslip_ids?.length === 0) return []
  const broken: string[] = []
  for (let last = '00000000-0000-0000-0000-000000000000'; broken.length < most; ) {
    const rows = await tx.rows<Row>(
      `select c.id, p.human_id, c.tax_code, c.ni_letter, c.lines, c.kept, c.inputs, jsonb_build_object(${pence}) as figures
       from transaction.pay_run_payslip c join transaction.payslip p on p.id = c.payslip_id
       where c.inputs is not null and c.id > $1 and ($2::uuid[] is null or c.payslip_id = any ($2))
       order by c.id limit ${AT_ONCE}`,
      [last, payslip_ids],
    )
    for (const row of rows) {
      const parts = changedParts(row)
      if (parts.length > 0)
        broken.push(`payslip ${row.human_id}: ${parts.join(', ')} differ from what its inputs give`)
    }
    const next = rows.at(-1)
    if (next === undefined || rows.length < AT_ONCE) break
    last = next.id
  }
  return broken.slice(0, most)
}
