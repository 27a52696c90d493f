import { z } from 'zod'
import { notFound, precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { company } from '../company.entity.ts'
import { inForceSql } from '../compliance/in-force-sql.server.ts'
import { type AcceptFacts, canAccept, may_accept, no_vat_checks } from '../vat-check.rules.ts'
import { visibleBusiness } from '../visible-business.server.ts'
import { tellAnswered } from './answered.server.ts'

type Row = AcceptFacts & {
  readonly id: string
  readonly certificate_id: string | null
  readonly vat_override_document_id: string | null
}

/**
 * The provider answers for a number that HMRC does not confirm, by a verified certificate: self-bills carry VAT from now
 * on, and work that waited is raised. Another person added the certificate.
 */
export const acceptVatNumber = verb({
  action_id: 'business.company.accept_vat_number',
  since: '0.1.0',
  summary: 'Accepts the VAT number of a business by a certificate, with a reason',
  machine: 'refused',
  impersonator: 'refused',
  who: may_accept,
  input: z.strictObject({ business_id: z.uuid(), reason: reasonInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { business_id, reason }) => {
    const { tx, viewer, clock } = context
    const business = await visibleBusiness(context, business_id)
    if (!context.checks_vat) throw precondition(no_vat_checks)
    const row = await tx.row<Row>(
      `select c.id, b.name, c.is_vat_registered, c.vat_registration_no, c.vat_check_status, c.vat_override_document_id,
         d.id as certificate_id, d.uploaded_by as certificate_by, d.uploaded_as as certificate_as
       from business.company c join business.business b on b.company_id = c.id
       left join lateral (select d.id, d.uploaded_by, d.uploaded_as from platform.document d
         where d.business_id = b.id and d.type = 'vat_certificate' and ${inForceSql('d', '$2')}
         order by d.round desc, d.id desc limit 1) d on true
       where b.id = $1 and c.deleted_at is null for update of c`,
      [business.id, clock.today()],
    )
    if (!row) throw notFound('Company')
    requireCan(canAccept(row, viewer))
    const values = {
      vat_override_document_id: row.certificate_id,
      vat_override_reason: reason,
      vat_override_by: viewer.user_id,
      vat_override_at: clock.now(),
    }
    await updateRow(tx, company, row.id, { ...values, updated_at: clock.now() })
    context.audit({
      entity: 'business.company',
      entity_id: row.id,
      new_values: { ...values, vat_registration_no: row.vat_registration_no },
    })
    // Work that waited was raised by the first acceptance of this certificate.
    if (row.vat_override_document_id !== row.certificate_id)
      tellAnswered(context.enqueue, row.id, clock.now())
    return { id: row.id }
  },
})
