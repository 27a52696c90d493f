import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { precondition } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { anybody } from '../shared/who-may.rules.ts'

const input = z.strictObject({ id: z.uuid() })

export const evidenceAnswer = z.strictObject({ evidence_hash: z.string(), agrees: z.boolean() })
export type Evidence = z.infer<typeof evidenceAnswer>

/**
 * Recomputes the hash of an approved timesheet and compares it with the one taken at its approval. Changes nothing.
 */
export const checkEvidence = verb({
  action_id: 'transaction.timesheet.check_evidence',
  since: '0.1.0',
  summary: 'Compares an approved timesheet with the evidence of its approval',
  machine: 'allowed',
  impersonator: 'allowed',
  who: anybody,
  is_reading: true,
  input,
  output: evidenceAnswer,
  run: async ({ tx, viewer }, { id }) => {
    const [row] = await loadVisible<{ evidence_hash: string | null; now: string | null }>(
      tx,
      viewer,
      'transaction.timesheet',
      [id],
      { columns: 't.evidence_hash, transaction.timesheet_evidence(t.id) as now' },
    )
    if (!row?.evidence_hash) throw precondition('There is no evidence before a timesheet is approved')
    return { evidence_hash: row.evidence_hash, agrees: row.evidence_hash === row.now }
  },
})
