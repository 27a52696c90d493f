import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { conflict, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { enteredBy } from '../shared/entered-by.server.ts'
import { numberFault } from '../shared/public-address.rules.ts'
import { identity_provider } from './identity-provider.entity.ts'
import { GOOGLE_ISSUER, issuerFault, microsoftIssuer, sso_admins } from './identity-provider.rules.ts'
import {
  CLIENT_SECRET_PLACE,
  domainInput,
  short,
  signInDomainsInput,
} from './identity-provider-input.server.ts'

const issuer = z
  .string()
  .trim()
  .min(1, { error: validationText.required })
  .superRefine((text, context) => {
    const fault = issuerFault(text)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })

const shared = { application_id: short, client_secret: short.max(500), domains: signInDomainsInput }

const input = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('google'), hosted_domain: domainInput, ...shared }),
  z.strictObject({
    type: z.literal('microsoft'),
    tenant_id: z.uuid({
      error: 'Please enter the tenant’s id, such as 72f988bf-86f1-41af-91ab-2d7cd011db47',
    }),
    ...shared,
  }),
  z.strictObject({ type: z.literal('oidc'), name: short.max(60), issuer, ...shared }),
])
type Input = z.infer<typeof input>

/** The provider as the world knows it. */
function placeOf(given: Input) {
  const none = { tenant_id: null, hosted_domain: null }
  if (given.type === 'google')
    return { ...none, name: 'Google', issuer: GOOGLE_ISSUER, hosted_domain: given.hosted_domain }
  if (given.type === 'oidc') return { ...none, name: given.name, issuer: given.issuer }
  const tenant_id = given.tenant_id.toLowerCase()
  return { ...none, name: 'Microsoft', issuer: microsoftIssuer(tenant_id), tenant_id }
}

/** Sets the business's own provider of accounts up. Nobody has to use it yet. */
export const createIdentityProvider = verb({
  action_id: 'business.identity_provider.create',
  since: '0.1.0',
  summary: 'Sets up the provider of accounts at which people of the business sign in',
  machine: 'refused',
  impersonator: 'refused',
  who: sso_admins,
  input,
  output: z.strictObject({ id: z.uuid(), verify_token: z.string() }),
  step_up: FIVE_MINUTES,
  run: async (context, given) => {
    const { tx, viewer, clock } = context
    const unreachable = given.type === 'oidc' ? numberFault(given.issuer, context.open_networks) : null
    if (unreachable !== null) throw invalid({ issuer: unreachable })
    // One after the other, so that a business has one.
    await tx.row('select id from business.business where id = $1 for no key update', [viewer.business_id])
    const other = await tx.row(
      'select id from business.identity_provider where business_id = $1 and deleted_at is null',
      [viewer.business_id],
    )
    if (other) throw conflict('Single sign-on is set up already. Remove it first.')
    const id = newUuid(clock)
    const verify_token = randomBytes(16).toString('hex')
    const { type, application_id, domains } = given
    const place = placeOf(given)
    await insertRow(tx, identity_provider, {
      id,
      type,
      ...place,
      application_id,
      client_secret_enc: context.encrypt(given.client_secret, CLIENT_SECRET_PLACE),
      verify_token,
      domains,
      required_from: null,
      tested_at: null,
      business_id: viewer.business_id,
      ...enteredBy(context),
    })
    context.audit({
      entity: 'business.identity_provider',
      entity_id: id,
      new_values: { type, ...place, application_id, domains },
    })
    return { id, verify_token }
  },
})
