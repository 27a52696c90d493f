import { z } from 'zod'
import { requireCan } from '#kernel/refusal.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { identity_provider } from './identity-provider.entity.ts'
import { canKeep, sso_admins } from './identity-provider.rules.ts'
import {
  CLIENT_SECRET_PLACE,
  exemptInput,
  loadProvider,
  requireExempt,
  short,
  signInDomainsInput,
} from './identity-provider-input.server.ts'

/** Changes all but the provider itself: a new provider needs a new set-up and new links of its accounts. */
export const updateIdentityProvider = verb({
  action_id: 'business.identity_provider.update',
  since: '0.1.0',
  summary: 'Changes client, domains, second factor and exempt administrators of single sign-on',
  machine: 'refused',
  impersonator: 'refused',
  who: sso_admins,
  input: z.strictObject({
    id: z.uuid(),
    application_id: short,
    client_secret: short.max(500).optional(),
    domains: signInDomainsInput,
    provider_mfa: z.enum(['ignored', 'trusted']),
    exempt_contact_ids: exemptInput,
  }),
  output: z.strictObject({ id: z.uuid(), proven_domains: z.array(z.string()) }),
  step_up: FIVE_MINUTES,
  run: async (context, { id, application_id, client_secret, domains, provider_mfa, exempt_contact_ids }) => {
    const { viewer, clock } = context
    const row = await loadProvider(context, id)
    const proven_domains = row.proven_domains.filter((domain) => domains.includes(domain))
    requireCan(canKeep(row.required, proven_domains))
    await requireExempt(context, exempt_contact_ids, sso_admins[viewer.category as keyof typeof sso_admins]) // As `who` says.
    await updateRow(context.tx, identity_provider, id, {
      application_id,
      ...(client_secret === undefined
        ? {}
        : { client_secret_enc: context.encrypt(client_secret, CLIENT_SECRET_PLACE) }),
      domains,
      proven_domains,
      provider_mfa,
      exempt_contact_ids,
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'business.identity_provider',
      entity_id: id,
      old_values: {
        name: row.name,
        application_id: row.application_id,
        domains: row.domains,
        proven_domains: row.proven_domains,
        provider_mfa: row.provider_mfa,
        exempt_contact_ids: row.exempt_contact_ids,
      },
      new_values: {
        name: row.name,
        application_id,
        domains,
        proven_domains,
        provider_mfa,
        exempt_contact_ids,
        ...(client_secret === undefined ? {} : { client_secret: 'changed' }),
      },
    })
    return { id, proven_domains }
  },
})
