/** The record that a mail or message is about, and the people of its parties. */
import { z } from 'zod'
import { loadNamed, loadVisible, readsField, visibleSql } from '#data/visible.ts'
import type { Role } from '#entity/access.ts'
import { notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import type { ReachWay } from './contact-preference.rules.ts'

export const about_shape = {
  /** `transaction` */
  module: z.string().regex(/^[a-z_]{1,50}$/, { error: validationText.matches }),
  /** `invoice` */
  entity: z.string().regex(/^[a-z_]{1,50}$/, { error: validationText.matches }),
  id: z.uuid(),
}

export interface About {
  readonly path: string
  readonly id: string
  readonly label: string
}

/** @throws not_found for a record that the sender may not read */
export async function aboutOf(
  { tx, viewer }: VerbContext,
  { module, entity, id }: { module: string; entity: string; id: string },
): Promise<About> {
  const path = `${module}.${entity}`
  const [record] = await loadNamed(tx, viewer, path, [id])
  if (!record) throw notFound('Record')
  return { path, id, label: record.label }
}

export type Person = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly business_id: string
  readonly roles: readonly Role[]
  readonly reach_by: ReachWay
}

const party_columns = [
  'provider_id',
  'agency_id',
  'client_id',
  'contractor_id',
  'funder_id',
  'payment_company_id',
]

/** People of the record's parties and of the sender's business, as far as the sender reads them. */
export async function peopleOf({ tx, viewer }: VerbContext, { path, id }: About): Promise<Person[]> {
  const named = party_columns.filter((name) => readsField(viewer, path, name))
  const [row = {}] = await loadVisible<Record<string, string | null>>(tx, viewer, path, [id], {
    columns: ['t.id', ...named.map((name) => `t.${name}`)].join(', '),
  })
  // A record's own id is that of a party where the record is a business.
  const parties = [viewer.business_id, ...Object.values(row).filter((one) => one !== null)]
  const params: unknown[] = [parties]
  const visible = visibleSql('business.business_contact', viewer, 't', params)
  return tx.rows<Person>(
    `select t.id, t.name, lower(t.email) as email, t.business_id, t.roles, t.reach_by from business.business_contact t
     where t.business_id = any ($1::uuid[]) and t.is_active and ${visible} order by t.name, t.id limit 500`,
    params,
  )
}
