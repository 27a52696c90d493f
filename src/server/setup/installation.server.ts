/** The installation as its administrators see it after the set-up: each step, with its present state. */
import type { InstallationFacts } from '#business/platform/installation.rules.ts'
import type { Viewer } from '#entity/access.ts'
import { money_roles } from '#entity/roles.ts'
import type { MailFacts } from '#entity/setup-answer.ts'
import { notFound } from '#kernel/errors.ts'
import type { Settings } from '../settings.ts'
import type { Tx } from '../verb.ts'
import { mailFacts } from './setup-facts.server.ts'
import { readMailStep } from './setup-state.server.ts'

type Facts = InstallationFacts & {
  readonly business: { readonly name: string }
  readonly mail: MailFacts
}

const peopleOf = `select count(*) filter (where is_ready)::int as ready, count(*) filter (where not is_ready)::int as waiting
  from (
    select c.joined_at is not null and ((select is_demo from platform.installation) or exists (
        select from auth.factor f where f.user_id = c.user_id and f.type <> 'sms' and f.confirmed_at is not null)) as is_ready
    from business.business_contact c
    where c.business_id = $1 and c.is_active and c.deleted_at is null and c.roles && $2) p`

const accountsOf = `select p.purpose, coalesce(max(a.status), 'none') as state
  from unnest(array['receipt', 'trust']) p (purpose)
  left join lateral (
    select case when b.status = 'confirmed' then 'confirmed' else 'pending' end as status
    from business.bank_account b
    where b.business_id = $1 and b.purpose = p.purpose and b.deleted_at is null
    order by b.status = 'confirmed' desc limit 1) a on true
  group by 1 order by 1`

export async function installationFacts(
  tx: Tx,
  settings: Settings,
  { business_id }: Pick<Viewer, 'business_id'>,
): Promise<Facts> {
  const business = await tx.row<{ name: string }>('select name from business.business where id = $1', [
    business_id,
  ])
  if (!business) throw notFound('Business')
  const accounts = await tx.rows<InstallationFacts['accounts'][number]>(accountsOf, [business_id])
  const people = await tx.row<InstallationFacts['people']>(peopleOf, [business_id, money_roles])
  return {
    business,
    mail: await mailFacts(tx, settings, await readMailStep(tx)),
    public_url: settings.publicUrl,
    accounts,
    people: people ?? { ready: 0, waiting: 0 },
  }
}
