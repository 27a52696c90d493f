import { z } from 'zod'
import { notFound, precondition } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { company } from '../company.entity.ts'
import { type CheckFacts, canCheck, isAsked, may_check, no_vat_checks } from '../vat-check.rules.ts'
import { visibleBusiness } from '../visible-business.server.ts'

/** Asks HMRC about the number of a company (vat-check.job.ts). */
export const CHECK_TOPIC = 'vat_check'

type Row = Omit<CheckFacts, 'is_asked'> & { readonly id: string; readonly vat_check_asked_at: Instant | null }

/** Asks HMRC again, by a job. @throws precondition where numbers are not checked; conflict while HMRC is asked */
export const checkVat = verb({
  action_id: 'business.company.check_vat',
  since: '0.1.0',
  summary: 'Asks HMRC whether the VAT number of a business is registered',
  machine: 'allowed',
  impersonator: 'refused',
  who: may_check,
  input: z.strictObject({ business_id: z.uuid() }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { business_id }) => {
    const { tx, clock } = context
    const business = await visibleBusiness(context, business_id)
    if (!context.checks_vat) throw precondition(no_vat_checks)
    const row = await tx.row<Row>(
      `select c.id, b.name, c.is_vat_registered, c.vat_registration_no, c.vat_check_asked_at
       from business.company c join business.business b on b.company_id = c.id
       where b.id = $1 and c.deleted_at is null for update of c`,
      [business.id],
    )
    if (!row) throw notFound('Company')
    const now = clock.now()
    requireCan(canCheck({ ...row, is_asked: isAsked(row.vat_check_asked_at, now) }))
    await updateRow(tx, company, row.id, { vat_check_asked_at: now, updated_at: now })
    context.audit({
      entity: 'business.company',
      entity_id: row.id,
      new_values: { vat_check_asked_at: now, vat_registration_no: row.vat_registration_no },
    })
    context.enqueue(CHECK_TOPIC, `${CHECK_TOPIC}:${row.id}:${now}`, { company_id: row.id })
    return { id: row.id }
  },
})
