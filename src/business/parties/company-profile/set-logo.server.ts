import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { requireOneOf } from '../../shared/who-may.rules.ts'
import { company as company_entity } from '../company.entity.ts'
import { company_changers, logoFault, may_change_company } from '../company.rules.ts'
import { visibleBusiness } from '../visible-business.server.ts'

const input = z.strictObject({
  business_id: z.uuid(),
  /** A picture that hangs on this business; null takes the logo away. */
  attachment_id: z.uuid().nullable(),
})

type File = {
  readonly parent_id: string
  readonly content_type: string
  readonly size_bytes: string | number
}

/** The logo on documents that are issued from now on. */
export const setLogo = verb({
  action_id: 'business.company.set_logo',
  since: '0.1.0',
  summary: 'Sets the logo on documents that are issued from now on',
  machine: 'allowed',
  impersonator: 'refused',
  who: company_changers,
  input,
  output: z.strictObject({ business_id: z.uuid(), attachment_id: z.uuid().nullable() }),
  run: async (context, { business_id, attachment_id }) => {
    const { tx, viewer, clock } = context
    const business = await visibleBusiness(context, business_id)
    requireOneOf(viewer, may_change_company(business.id === viewer.business_id))
    const company = await tx.row<{ id: string; logo_attachment_id: string | null }>(
      `select c.id, c.logo_attachment_id from business.company c join business.business b on b.company_id = c.id
       where b.id = $1 and c.deleted_at is null for update of c`,
      [business.id],
    )
    if (!company) throw notFound('Company')
    if (attachment_id !== null) {
      const [file] = await loadVisible<File>(tx, viewer, 'platform.attachment', [attachment_id], {
        columns: 't.parent_id, t.content_type, t.size_bytes',
      })
      if (!file || file.parent_id !== business.id) throw notFound('Attachment')
      const fault = logoFault({ content_type: file.content_type, size_bytes: Number(file.size_bytes) })
      if (fault) throw invalid({ file: fault })
    }
    await updateRow(tx, company_entity, company.id, {
      logo_attachment_id: attachment_id,
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'business.company',
      entity_id: company.id,
      old_values: { logo_attachment_id: company.logo_attachment_id },
      new_values: { logo_attachment_id: attachment_id },
    })
    return { business_id, attachment_id }
  },
})
