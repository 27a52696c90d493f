/** Providers of businesses as sign-ins meet them. */
import { CLIENT_SECRET_PLACE } from '#business/single-sign-on/identity-provider-input.server.ts'
import { admin_roles } from '#entity/roles.ts'
import type { Clock } from '#kernel/clock.ts'
import { writeAudit } from '../audit-write.server.ts'
import { type DataKeySettings, decryptText } from '../data-key.ts'
import { writeAuditedEvents } from '../security/audited-events.server.ts'
import type { OutsideClient } from '../settings/settings-outside.ts'
import type { Tx } from '../verb.ts'
import type { Company } from './outside-claims.rules.ts'

export type CompanyProvider = Company & {
  readonly business_id: string
  readonly issuer: string
  readonly application_id: string
  readonly client_secret_enc: string
}

const providers = `select p.id, p.type, p.name, p.tenant_id, p.hosted_domain, p.business_id, p.issuer, p.application_id,
    p.client_secret_enc, b.name as business_name
  from business.identity_provider p
  join business.business b on b.id = p.business_id and b.is_active and b.deleted_at is null
  where p.deleted_at is null`

export const companyById = (tx: Tx, id: string): Promise<CompanyProvider | undefined> =>
  tx.row<CompanyProvider>(`${providers} and p.id = $1`, [id])

/** A domain is proven by one business. */
export const companyOfDomain = (tx: Tx, domain: string): Promise<CompanyProvider | undefined> =>
  tx.row<CompanyProvider>(`${providers} and p.proven_domains @> array[$1] order by p.id limit 1`, [domain])

/** Of the business of a person's own contact. */
export const companyOfContact = (
  tx: Tx,
  user_id: string,
  business_contact_id: string,
): Promise<CompanyProvider | undefined> =>
  tx.row<CompanyProvider>(
    `${providers} and p.business_id = (select c.business_id from business.business_contact c
       where c.id = $1 and c.user_id = $2 and c.is_active and c.deleted_at is null and c.joined_at is not null)`,
    [business_contact_id, user_id],
  )

/** The provider of the inviting business, where the business has proven the domain of the invited address. */
export const companyOfInvitation = (
  tx: Tx,
  { business_id, email }: { readonly business_id: string; readonly email: string },
): Promise<CompanyProvider | undefined> =>
  tx.row<CompanyProvider>(
    `${providers} and p.business_id = $1 and p.proven_domains @> array[substring(lower($2) from '[^@]*$')]`,
    [business_id, email],
  )

export const hasLinked = async (tx: Tx, user_id: string, { id }: Company): Promise<boolean> =>
  (await tx.row(
    `select id from auth.identity where user_id = $1 and provider = 'business' and issuer = $2 limit 1`,
    [user_id, id],
  )) !== undefined

export const clientOfCompany = (
  settings: DataKeySettings,
  { issuer, application_id, client_secret_enc }: CompanyProvider,
): OutsideClient => ({
  issuer,
  client_id: application_id,
  client_secret: decryptText(settings, client_secret_enc, CLIENT_SECRET_PLACE),
})

/** Adds the proof of the business's provider to a session of its person, which acts for the business from now on. */
export async function addCompanyProof(
  tx: Tx,
  token: string,
  user_id: string,
  { id, business_id }: CompanyProvider,
): Promise<void> {
  await tx.run(
    `update auth.session s set identity_provider_id = $3, methods = array_remove(s.methods, 'sso') || '{sso}'::text[],
       business_contact_id = coalesce((select c.id from business.business_contact c
         where c.business_id = $4 and c.user_id = $2 and c.is_active and c.deleted_at is null and c.joined_at is not null
           and c.roles <> '{}'), s.business_contact_id)
     where s.token = $1 and s."userId" = $2 and s.impersonator_user_id is null`,
    [token, user_id, id, business_id],
  )
}

/** Notes that an administrator's own sign-in went well. */
export async function noteTested(
  tx: Tx,
  clock: Clock,
  user_id: string,
  { id, name, business_id }: CompanyProvider,
): Promise<void> {
  const now = clock.now()
  const noted = await tx.run(
    `update business.identity_provider p set tested_at = $3, updated_at = $3
     where p.id = $1 and exists (select from business.business_contact c
       where c.business_id = p.business_id and c.user_id = $2 and c.is_active and c.deleted_at is null and c.roles && $4)`,
    [id, user_id, now, admin_roles],
  )
  if (noted === 0) return
  const origin = { viewer: { user_id, business_id, impersonator_user_id: null }, at: now }
  const entries = [
    {
      entity: 'business.identity_provider',
      entity_id: id,
      old_values: { name },
      new_values: { name, tested_at: now },
    },
  ]
  await writeAuditedEvents(tx, origin, entries)
  await writeAudit(tx, { ...origin, action_id: 'auth.identity_provider.test' }, entries)
}
