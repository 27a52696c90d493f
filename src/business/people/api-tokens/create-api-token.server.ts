import { z } from 'zod'
import { ROLES } from '#entity/access.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type AnyVerb, FIVE_MINUTES, type Verb, type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { business_contact } from '../../parties/business-contact.entity.ts'
import { mandatory, rolesInput } from '../../parties/party-input.server.ts'
import { api_token } from './api-token.entity.ts'
import {
  api_token_makers,
  openActions,
  TOKEN_DAYS,
  TOKEN_DAYS_MAX,
  tokenExpiry,
  unknownPatterns,
} from './api-token.rules.ts'
import { newApiToken, tokenHash, tokenPrefix } from './api-token-text.server.ts'

const PATTERNS_MAX = 200
const NETWORKS_MAX = 20
const NAME_MAX = 60

/** One address, or a network such as 198.51.100.0/24. */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: validationText.matches })

/** An action id, or all actions of an entity. */
const pattern = z
  .string()
  .max(200)
  .regex(/^[a-z_]+\.[a-z_]+\.(?:\*|[a-z_]+)$/, { error: validationText.matches })

const input = z.strictObject({
  name: mandatory.max(NAME_MAX, { error: validationText.max_length(NAME_MAX) }),
  roles: rolesInput.min(1).max(ROLES.length),
  actions: z.array(pattern).max(PATTERNS_MAX).default([]),
  is_read_only: z.boolean().default(false),
  ip_allow: z.array(network).max(NETWORKS_MAX).default([]),
  expires_in_days: z.number().int().min(1).max(TOKEN_DAYS_MAX).default(TOKEN_DAYS),
})
type Input = z.infer<typeof input>
type Made = { id: string; name: string; prefix: string; expires_at: string; token: string }

/** @throws invalid under the fields */
function requireScope({ viewer }: VerbContext, asked: Input, open: readonly string[]): void {
  const foreign = asked.roles.filter((role) => !viewer.roles.includes(role))
  if (foreign.length > 0) throw invalid({ roles: 'A token has roles of yours only' })
  const [unknown] = unknownPatterns(asked.actions, open)
  if (unknown !== undefined) throw invalid({ actions: `No token can do ${unknown}` })
  if (!asked.is_read_only && asked.actions.length === 0)
    throw invalid({ actions: 'Choose actions, or a token that only reads' })
}

/** The contact that acts: without roles of its own, so that no rule about people counts it. */
async function insertServiceContact(context: VerbContext, id: string, name: string): Promise<string> {
  const { tx, viewer, clock } = context
  const [user_id, contact_id, now] = [newUuid(clock), newUuid(clock), clock.now()]
  const email = `api-${id}@service.invalid`
  const last_name = 'API token'
  await tx.run('insert into auth."user" (id, name, email) values ($1, $2, $3)', [
    user_id,
    `${name} ${last_name}`,
    email,
  ])
  await tx.run(
    `insert into platform."user" (id, email, first_name, last_name, kind, is_confirmed, created_at, updated_at)
     values ($1, $2, $3, $4, 'service', true, $5, $5)`,
    [user_id, email, name, last_name, now],
  )
  await insertRow(tx, business_contact, {
    id: contact_id,
    business_id: viewer.business_id,
    user_id,
    first_name: name,
    last_name,
    email,
    contact_phone: null,
    roles: [],
    check_status: null,
    joined_at: now,
    created_at: now,
    updated_at: now,
  })
  context.audit({
    entity: 'business.business_contact',
    entity_id: contact_id,
    new_values: { business_id: viewer.business_id, email, roles: [] },
  })
  return contact_id
}

const output = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  expires_at: z.iso.datetime(),
  token: z.string(),
})

/**
 * Makes a token for a program of the viewer's business. Its text is in this answer alone. The token belongs to the business:
 * it outlives its maker.
 * @param declared the verbs of the product, from which a token may name those that are open to machines
 */
export const createApiToken = (declared: () => Iterable<AnyVerb>): Verb<Input, Made> =>
  verb({
    action_id: 'platform.api_token.create',
    since: '0.1.0',
    summary: 'Makes an API token of the business; its text is shown once',
    machine: 'refused',
    impersonator: 'refused',
    who: api_token_makers,
    input,
    output,
    step_up: FIVE_MINUTES,
    secret_fields: ['token'],
    run: async (context, asked) => {
      const { tx, viewer, clock } = context
      requireScope(context, asked, openActions(declared()))
      const installation = await tx.row<{ is_demo: boolean }>('select is_demo from platform.installation')
      const token = newApiToken(installation?.is_demo ? 'test' : 'live')
      const [id, now] = [newUuid(clock), clock.now()]
      const contact_id = await insertServiceContact(context, id, asked.name)
      const { name, roles, actions, is_read_only, ip_allow } = asked
      const made = {
        id,
        name,
        prefix: tokenPrefix(token),
        roles,
        actions,
        is_read_only,
        ip_allow,
        expires_at: tokenExpiry(now, asked.expires_in_days),
      }
      await insertRow(tx, api_token, {
        ...made,
        business_id: viewer.business_id,
        contact_id,
        created_by: viewer.user_id,
        created_by_name: viewer.user_name,
        revoked_at: null,
        revoked_by: null,
        review_asked_at: null,
        created_at: now,
        updated_at: now,
      })
      await tx.run('insert into auth.api_token (token_hash, api_token_id) values ($1, $2)', [
        tokenHash(token),
        id,
      ])
      const { id: _id, ...values } = made
      context.audit({ entity: 'platform.api_token', entity_id: id, new_values: values })
      return { id, name, prefix: made.prefix, expires_at: made.expires_at, token }
    },
  })
