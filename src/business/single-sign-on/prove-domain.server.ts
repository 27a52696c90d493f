import { z } from 'zod'
import { conflict, invalid, precondition } from '#kernel/errors.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { lockKey } from '../shared/lock-key.server.ts'
import { identity_provider } from './identity-provider.entity.ts'
import { sso_admins, verifyText } from './identity-provider.rules.ts'
import { domainInput, loadProvider } from './identity-provider-input.server.ts'

/** Proves that a domain is the business's: its name servers answer with the token. */
export const proveDomain = verb({
  action_id: 'business.identity_provider.prove_domain',
  since: '0.1.0',
  summary: 'Proves a domain of single sign-on by its TXT record',
  machine: 'refused',
  impersonator: 'refused',
  who: sso_admins,
  input: z.strictObject({ id: z.uuid(), domain: domainInput }),
  output: z.strictObject({ id: z.uuid(), proven_domains: z.array(z.string()) }),
  step_up: FIVE_MINUTES,
  run: async (context, { id, domain }) => {
    const { tx, clock } = context
    const { domains, verify_token } = await loadProvider(context, id, false)
    if (!domains.includes(domain)) throw invalid({ domain: 'Add this domain first' })
    // Before any lock: name servers take their time.
    const records = await context.txtOf(domain)
    if (!records.includes(verifyText(verify_token)))
      throw precondition(
        `${domain} has no TXT record ${verifyText(verify_token)} yet. A new record can take an hour to show.`,
      )
    await lockKey(tx, 'business.identity_provider', domain)
    const other = await tx.row(
      `select id from business.identity_provider
       where proven_domains @> array[$1] and id <> $2 and deleted_at is null limit 1`,
      [domain, id],
    )
    if (other) throw conflict('This domain belongs to the single sign-on of another business')
    const row = await loadProvider(context, id)
    const proven_domains = row.domains.filter((one) => one === domain || row.proven_domains.includes(one))
    await updateRow(tx, identity_provider, id, { proven_domains, updated_at: clock.now() })
    context.audit({
      entity: 'business.identity_provider',
      entity_id: id,
      old_values: { name: row.name, proven_domains: row.proven_domains },
      new_values: { name: row.name, proven_domains },
    })
    return { id, proven_domains }
  },
})
