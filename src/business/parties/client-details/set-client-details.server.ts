/** Facts of a client that change at once: its own people, its agency and the provider keep them. */
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { notFound } from '#kernel/errors.ts'
import { readWebsite } from '#kernel/identifier.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { type CompanyText, company, company_texts } from '../company.entity.ts'
import { eachCompanyText, identifierInput, industriesInput, optionalText } from '../party-input.server.ts'
import { requireUnshared } from '../party-sides.server.ts'
import { phoneToKeep } from '../phone-input.server.ts'
import { visibleBusiness } from '../visible-business.server.ts'
import { client_detail_writers } from './client-details.rules.ts'

export const setClientDetails = verb({
  action_id: 'business.client.set_details',
  since: '0.1.0',
  summary: 'Changes the phone, the website and the industries of a client',
  machine: 'refused',
  impersonator: 'refused',
  who: client_detail_writers,
  input: z.strictObject({
    client_id: z.uuid(),
    ...eachCompanyText((name) => (name === 'website' ? identifierInput(readWebsite) : optionalText)),
    /** Absent: they stay. */
    industries: industriesInput.optional(),
  }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { client_id, industries, ...texts }) => {
    const { tx, viewer, clock } = context
    const client = await visibleBusiness(context, client_id, 'client')
    if (viewer.category === 'client' && client.id !== viewer.business_id) throw notFound('Business')
    if (viewer.category === 'agency')
      await requireUnshared(context, client, {
        done: 'Phone, website and industries of this client are changed',
        by: 'the client or the provider',
      })
    const { id, ...old_values } = present(
      await tx.row<{ id: string; industries: string[] } & Record<CompanyText, string | null>>(
        `select id, industries, ${company_texts.join(', ')} from business.company where id = $1 for update`,
        [client.company_id],
      ),
      'the company of the client',
    )
    const phone = await phoneToKeep(context, {
      business_id: client.id,
      field: 'phone',
      typed: texts.phone,
      before: old_values.phone,
    })
    const new_values = {
      ...eachCompanyText((name) => texts[name] ?? null),
      phone,
      industries: industries ?? old_values.industries,
    }
    await updateRow(tx, company, id, { ...new_values, updated_at: clock.now() })
    context.audit({ entity: 'business.business', entity_id: client.id, old_values, new_values })
    return { id: client.id }
  },
})
