import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { company } from '../company.entity.ts'
import { domainsInput } from '../party-input.server.ts'
import { visibleBusiness } from '../visible-business.server.ts'

/** People at a confirmed domain of their client need no check (decision 0082). */
export const setEmailDomains = verb({
  action_id: 'business.client.set_email_domains',
  since: '0.1.0',
  summary: 'Sets and confirms the mail domains of a client',
  machine: 'refused',
  impersonator: 'refused',
  who: { provider: provider_staff },
  input: z.strictObject({ client_id: z.uuid(), email_domains: domainsInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { client_id, email_domains }) => {
    const { tx, clock } = context
    const { id, company_id } = await visibleBusiness(context, client_id, 'client')
    const old = present(
      await tx.row<{ id: string; email_domains: string[] }>(
        'select id, email_domains from business.company where id = $1 for update',
        [company_id],
      ),
      'the company of the client',
    )
    await updateRow(tx, company, old.id, {
      email_domains,
      are_domains_confirmed: true,
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'business.business',
      entity_id: id,
      old_values: { email_domains: old.email_domains },
      new_values: { email_domains, are_domains_confirmed: true },
    })
    return { id }
  },
})
