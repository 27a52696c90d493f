/** The facts between a contractor of the provider and the agency of a link. */
import type { Day } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import type { OfferedPayee, OfferFacts } from '../../parties/self-service/known-contractor.rules.ts'
import {
  deadPartyLink,
  isOpenLink,
  link_columns,
  linkOfDraft,
  type PartyLink,
} from '../../parties/self-service/load-party-link.server.ts'

type Draft = {
  readonly id: string
  readonly agency_id: string
  readonly status: string
  readonly entity_id: string | null
  readonly version: number
}

export type Followed = { readonly link: PartyLink; readonly draft: Draft }

const draftOf = (tx: Tx, id: string, lock: string): Promise<Draft | undefined> =>
  tx.row<Draft>(
    `select d.id, d.business_id as agency_id, d.status, d.entity_id, d.version from request.draft_request d
     join business.business a on a.id = d.business_id and a.status = 'onboarded' and a.is_active and a.deleted_at is null
     where d.id = $1 and d.deleted_at is null${lock}`,
    [id],
  )

/**
 * The link that a signed-in person opened. Locks the party, the draft and the link, in the order of the agency's verbs.
 * @throws the one text for links that do not work
 */
export async function followLink(
  { tx, clock }: VerbContext,
  token: string,
  { lock = false } = {},
): Promise<Followed> {
  const seen = await tx.row<PartyLink>(
    `select ${link_columns} from auth.party_link where token_hash = sha256(convert_to($1, 'UTF8'))`,
    [token],
  )
  const before = seen && (await draftOf(tx, seen.draft_id, ''))
  if (!seen || !before) throw deadPartyLink()
  if (lock && before.entity_id !== null)
    await tx.row('select id from business.business where id = $1 for update', [before.entity_id])
  const draft = lock ? await draftOf(tx, seen.draft_id, ' for update of d') : before
  const link = lock ? await linkOfDraft(tx, seen.draft_id) : seen
  const isLive = link?.send_no === seen.send_no && isOpenLink(link, clock.now())
  if (!link || !isLive || draft?.entity_id !== before.entity_id) throw deadPartyLink()
  if (draft.status !== 'draft' && draft.status !== 'rejected') throw deadPartyLink()
  return { link, draft }
}

/** The request of a contractor, by the link of a draft. */
export type Request = {
  readonly id: string
  readonly draft_id: string
  readonly email: string
  readonly contractor_id: string
  readonly asked_by: string
  readonly payee_id: string | null
  readonly self_billing_from: Day | null
  readonly signed_as: string
  readonly used_at: string
}

export const requestOf = (tx: Tx, draft_id: string): Promise<Request | undefined> =>
  tx.row<Request>(
    `select id, draft_id, email, contractor_id, asked_by, payee_id, self_billing_from, signed_as, used_at
     from auth.party_link where draft_id = $1 and contractor_id is not null`,
    [draft_id],
  )

const plain = (number: string) => `upper(replace(${number}, ' ', ''))`

type Pair = {
  readonly contractor_id: string
  readonly agency_id: string
  readonly link: Pick<PartyLink, 'id' | 'draft_id' | 'email'>
  /** Of the account; null: the person was compared when they asked. */
  readonly email: string | null
}

export type PairFacts = OfferFacts & {
  readonly name: string
  readonly human_id: string
  readonly ni_number: string | null
  readonly is_of_provider: boolean
}

/** @throws not_found for a business that is no contractor */
export async function pairFacts(tx: Tx, { contractor_id, agency_id, link, email }: Pair): Promise<PairFacts> {
  const found = await tx.row<PairFacts>(
    `select a.name as agency, b.name, b.human_id, i.ni_number, a.provider_id = b.provider_id as is_of_provider,
       b.status = 'onboarded' and b.is_active as is_onboarded,
       coalesce(lower($6) = lower($5), false) or coalesce(${plain("d.requested_data ->> 'ni_number'")} = ${plain('i.ni_number')}
           and d.requested_data ->> 'date_of_birth' = i.date_of_birth::text, false) as is_same_person,
       exists (select from business.business_contact c join business.business_contact o on o.business_id = b.id
         and o.deleted_at is null and (o.user_id = c.user_id or lower(o.email) = lower(c.email))
         where c.business_id = a.id and c.deleted_at is null) as is_of_agency,
       exists (select from auth.party_link k join request.draft_request o on o.id = k.draft_id
         where k.contractor_id = b.id and k.id <> $3 and o.business_id = a.id and o.status = 'submitted'
           and o.deleted_at is null) as has_asked,
       exists (select from business.individual n join business.business o on o.individual_id = n.id and o.deleted_at is null
         join business.service l on l.from_business_id = o.id and l.type = 'contractor-agency' and l.to_business_id = a.id
           and l.deleted_at is null
         where ${plain('n.ni_number')} = ${plain('i.ni_number')} and n.ni_number is not null and n.deleted_at is null
           and o.id <> b.id and o.id is distinct from d.entity_id) as has_details,
       case when s.deleted_at is null then s.status else 'deleted' end as service
     from business.business b left join business.individual i on i.id = b.individual_id
     join business.business a on a.id = $2 join request.draft_request d on d.id = $4
     left join business.service s on s.type = 'contractor-agency' and s.from_business_id = b.id and s.to_business_id = a.id
     where b.id = $1 and b.type = 'contractor' and b.deleted_at is null`,
    [contractor_id, agency_id, link.id, link.draft_id, email, link.email],
  )
  if (!found) throw notFound('Contractor')
  return found
}

/** Their payee of all agencies first, then further ones that may be paid today. */
export const payeesOf = ({ tx, clock }: VerbContext, contractor_id: string): Promise<OfferedPayee[]> =>
  tx.rows<OfferedPayee>(
    `select b.id, b.name, y.payment_type, y.is_default, coalesce(c.is_vat_registered, false) as is_vat_registered
     from (select coalesce(w.payment_company_id, w.id) as payee_id, w.payment_type, true as is_default
         from business.business w where w.id = $1
       union select y.payment_company_id, y.payment_type, false from business.contractor_payee y
         join business.business w on w.id = y.contractor_id
         where y.contractor_id = $1 and y.payment_company_id <> coalesce(w.payment_company_id, w.id) and y.deleted_at is null
           and (y.effective_to is null or y.effective_to >= $2)) y
     join business.business b on b.id = y.payee_id and (y.is_default or b.status = 'onboarded' and b.is_active)
     left join business.company c on c.id = b.company_id
     where b.deleted_at is null order by y.is_default desc, b.name, b.id`,
    [contractor_id, clock.today()],
  )
