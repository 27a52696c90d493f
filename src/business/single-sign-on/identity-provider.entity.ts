import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** A business's own provider of accounts. Its secret is kept as a cipher. */
export const identity_provider = entity({
  module: 'business',
  name: 'identity_provider',
  label: 'Identity Provider',
  plural: 'Identity Providers',
  fields: {
    id: f.uuid('Id'),
    type: f.choice('Type', [
      { value: 'google', label: 'Google' },
      { value: 'microsoft', label: 'Microsoft' },
      { value: 'oidc', label: 'Other OpenID provider' },
    ]),
    name: f.searchable(f.text('Name')),
    issuer: f.url('Issuer'),
    tenant_id: f.nullable(f.code('Tenant')),
    hosted_domain: f.nullable(f.code('Hosted Domain')),
    application_id: f.code('Client Id'),
    verify_token: f.code('Proof'),
    domains: f.defaulted(f.tags('Domains')),
    proven_domains: f.defaulted(f.tags('Proven Domains')),
    required: f.defaulted(f.boolean('Required')),
    required_from: f.nullable(f.instant('Required From')),
    provider_mfa: f.defaulted(
      f.choice('Second Factor', [
        { value: 'ignored', label: 'Ours is asked too' },
        { value: 'trusted', label: 'The provider’s is enough' },
      ]),
    ),
    exempt_contact_ids: f.defaulted(f.tags('Exempt')),
    tested_at: f.nullable(f.instant('Tested At')),
    created_by_name: f.text('Made By'),
    business_id: f.uuid('Business'),
    ...f.stamps,
  },
  unread: {
    client_secret_enc: f.code('Secret'),
    created_by: f.code('Created By'),
  },
  relations: {},
})
