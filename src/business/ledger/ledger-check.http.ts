/** `GET /api/ledger_check?code=…`: checks a report's code and returns the report's text. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  type CheckedCode,
  type CheckFacts,
  changed_report,
  LEDGER_CHECK,
  ledger_checkers,
  readCode,
  resultText,
  unknown_code,
} from '#business/ledger/ledger-check.rules.ts'
import { requireOneOf } from '#business/shared/who-may.rules.ts'
import type { HttpContext } from '#server/http/http-context.ts'
import { parseInput } from '#server/http/input-errors.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { isSigned } from './ledger-check-sign.job.ts'

const query = z.object({ code: z.string().trim().min(1).max(100) })

/** GET /api/ledger_check: is the code one of ours, and the text of its report (docs/operations.md). */
export function ledgerCheckRoutes(app: FastifyInstance, context: HttpContext): void {
  app.get('/api/ledger_check', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    requireOneOf(viewer, ledger_checkers)
    const { code } = parseInput(query, request.query)
    const data = await inTransaction(context.database, (tx) =>
      checkCode(tx, viewer.business_id, readCode(code), context.cookie.secret),
    )
    return { success: true, data }
  })
}

type Kept = {
  readonly facts: CheckFacts
  readonly sha256: string | null
  readonly file_name: string | null
  readonly file_url: string | null
}

/** Recomputed from the stored facts: a changed or invented row does not carry its own signature. */
async function checkCode(tx: Tx, business_id: string, code: string, secret: string): Promise<CheckedCode> {
  const kept = await tx.row<Kept>(
    `select j.input -> 'facts' as facts, a.sha256, a.file_name, a.file_url from platform.job j
     left join platform.document d on d.id = (j.input ->> 'document_id')::uuid and d.deleted_at is null
     left join platform.attachment a on a.id = d.attachment_id and a.deleted_at is null
     where j.kind = $1 and j.business_id = $2 and j.input ->> 'code' = $3 order by j.created_at limit 1`,
    [LEDGER_CHECK, business_id, code],
  )
  if (!kept) return { is_valid: false, why: unknown_code }
  const { facts, sha256, file_name, file_url } = kept
  if (!isSigned(secret, facts, code) || sha256 === null || file_name === null || file_url === null)
    return { is_valid: false, why: changed_report }
  const { checked_at, asked_by } = facts
  return {
    is_valid: true,
    result: resultText(facts.findings),
    checked_at,
    asked_by,
    sha256,
    file_name,
    file_url,
  }
}
