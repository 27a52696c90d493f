/** Inputs and rows that the verbs of a business's own sign-in share. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { invalid } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { oneLine } from '../shared/printed-input.server.ts'
import { DOMAINS_MAX, EXEMPT_MAX, type ProviderType, readDomain } from './identity-provider.rules.ts'

/** The column of the cipher. */
export const CLIENT_SECRET_PLACE = 'business.identity_provider.client_secret_enc'

export const short = oneLine(z.string().trim().min(1, { error: validationText.required }).max(200))

export const domainInput = z.string().transform((typed, context) => {
  const domain = readDomain(typed)
  if (domain !== null) return domain
  context.addIssue({ code: 'custom', message: 'Please enter a domain such as example.org' })
  return z.NEVER
})

export const signInDomainsInput = z
  .array(domainInput)
  .max(DOMAINS_MAX, { error: `At most ${DOMAINS_MAX} domains` })
  .transform((domains) => [...new Set(domains)])

export const exemptInput = z
  .array(z.uuid())
  .max(EXEMPT_MAX, { error: `At most ${EXEMPT_MAX} people` })
  .transform((ids) => [...new Set(ids)])

export const idInput = z.strictObject({ id: z.uuid() })

export type ProviderRow = {
  readonly id: string
  readonly type: ProviderType
  readonly name: string
  readonly application_id: string
  readonly verify_token: string
  readonly domains: readonly string[]
  readonly proven_domains: readonly string[]
  readonly required: boolean
  readonly required_from: Instant | null
  readonly provider_mfa: 'ignored' | 'trusted'
  readonly exempt_contact_ids: readonly string[]
  readonly tested_at: Instant | null
}

const columns = `t.id, t.type, t.name, t.application_id, t.verify_token, t.domains, t.proven_domains, t.required,
  t.required_from, t.provider_mfa, t.exempt_contact_ids, t.tested_at`

/** The viewer's provider. @throws not_found */
export async function loadProvider(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  id: string,
  lock = true,
): Promise<ProviderRow> {
  const [row] = await loadVisible<ProviderRow>(tx, viewer, 'business.identity_provider', [id], {
    lock,
    columns,
  })
  return row as ProviderRow // As many rows as ids.
}

/** @throws invalid unless all are administrators of the business with a passkey */
export async function requireExempt(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  ids: readonly string[],
  admin_roles: readonly string[],
): Promise<void> {
  const found = await tx.rows(
    `select c.id from business.business_contact c
     where c.id = any($1::uuid[]) and c.business_id = $2 and c.is_active and c.deleted_at is null and c.joined_at is not null
       and c.roles && $3
       and exists (select from auth.factor f where f.user_id = c.user_id and f.type = 'passkey' and f.confirmed_at is not null)`,
    [ids, viewer.business_id, admin_roles],
  )
  if (found.length !== ids.length)
    throw invalid({ exempt_contact_ids: 'Only administrators of the business who have a passkey' })
}
