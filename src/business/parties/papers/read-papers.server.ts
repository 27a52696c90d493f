import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import { formatMoney } from '#kernel/money.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { isOneOf } from '../../shared/who-may.rules.ts'
import {
  addersOf,
  can,
  type PaperFacts,
  type PaperService,
  type PaperType,
  paper_services,
  paper_types,
  paperOf,
  papersOf,
} from '../compliance/compliance.rules.ts'
import { isAskedSql } from '../compliance/compliance-status.server.ts'
import { gapWords, type Insurance } from '../compliance/insurance.rules.ts'
import { askedInsurances } from '../compliance/insurance-sums.server.ts'
import { no_umbrella_check } from '../compliance/umbrella-check.rules.ts'
import { type PartyRow, visibleBusiness } from '../visible-business.server.ts'
import { agenciesOfAgreement } from './agency-of-agreement.server.ts'
import { engagedKey, engagingAgencies, uncheckedUmbrellas } from './umbrella-checks.server.ts'

const document_shape = z.strictObject({
  id: z.uuid(),
  status: z.string(),
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
  reference: z.string().nullable(),
  method: z.string().nullable(),
  /** Of an insurance. */
  sum_insured: z.string().nullable(),
  currency: z.string().nullable(),
  comment: z.string().nullable(),
  uploaded_by_name: z.string().nullable(),
  verified_by_name: z.string().nullable(),
  has_file: z.boolean(),
  /** The agency that made the check; the provider alone reads its name. */
  agency_name: z.string().nullable(),
  /** Two years after the work. */
  files_removed_at: z.string().nullable(),
  /** Why the reader cannot verify or reject it; null: they can. */
  verify_refusal: z.string().nullable(),
  reject_refusal: z.string().nullable(),
})

/** The least sum of an insurance that an agency asks for; contractor and provider read for which agency. */
const asked_shape = z.strictObject({
  agency_name: z.string().nullable(),
  amount: z.string(),
  currency: z.string(),
  /** Why the insurance does not count; null: it does. */
  gap: z.string().nullable(),
})

const paper_shape = z.strictObject({
  type: z.string(),
  label: z.string(),
  is_required: z.boolean(),
  stops: z.string().nullable(),
  waits_for: z.string(),
  can_add: z.boolean(),
  /** Why payments to the company wait, for the agencies below; null: they do not. */
  payments_wait: z.string().nullable(),
  waits_at: z.array(z.string()),
  /** The agencies to choose from for a check or an agreement. */
  agencies: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  documents: z.array(document_shape),
  /** Of an insurance. */
  sums_asked: z.array(asked_shape),
})

const service_shape = z.strictObject({
  /** Null: a company's own papers. */
  service_id: z.uuid().nullable(),
  business_id: z.uuid(),
  /** The other party. */
  name: z.string(),
  compliance_status: z.string(),
  is_asked: z.boolean(),
  papers: z.array(paper_shape),
})

const { agency, contractor, funder, provider } = category_roles

/** The papers of a party with each of its agencies, or of a company, with the reader's permitted steps. */
export const readPapers = verb({
  action_id: 'platform.compliance.read',
  since: '0.1.0',
  summary: 'Shows the compliance documents of a party and what is missing',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency, contractor, funder, provider },
  is_reading: true,
  input: z.strictObject({ business_id: z.uuid() }),
  output: z.strictObject({ services: z.array(service_shape) }),
  run: async (context, { business_id }) => {
    const party = await visibleBusiness(context, business_id)
    const links = await linksOf(context, party.id)
    const found = await documentsOf(context, party.id)
    const checks = await umbrellaState(context, party)
    const insurances = await insurancesOf(context, party)
    const agreed_with = await agreementAgencies(context, party)
    return {
      services: links.map((link) => ({
        service_id: link.service === 'contractor-company' ? null : link.id,
        business_id: party.id,
        name: link.name,
        compliance_status: link.compliance_status,
        is_asked: link.is_asked,
        papers: papersOf(link.service, party.type).map((type) => ({
          ...paper(context.viewer, link, type, found),
          ...(paperOf(type).of_agency ? checks : no_checks),
          ...(type === 'self_billing_agreement' ? { agencies: agreed_with } : {}),
          sums_asked: insurances.filter((one) => one.type === type).map(({ type: _, ...one }) => one),
        })),
      })),
    }
  },
})

type AskedSum = z.infer<typeof asked_shape> & { readonly type: Insurance }

/** An agency reads its own policy, a contractor those of their agencies, the provider those of all agencies of the company. */
async function insurancesOf({ tx, viewer, clock }: VerbContext, { id, type }: PartyRow): Promise<AskedSum[]> {
  if (type !== 'limited' || viewer.category === 'funder') return []
  const is_agency = viewer.category === 'agency'
  const engaged = await engagingAgencies(tx, id, is_agency ? viewer.business_id : null)
  const own = viewer.category === 'contractor' ? await agenciesOfWorker(tx, viewer.business_id) : null
  const agency_ids = engaged.map((one) => one.id).filter((one) => own === null || own.has(one))
  const asked = await askedInsurances(tx, { agency_ids, company_id: id, on: clock.today() })
  return asked.map((one) => ({
    type: one.type,
    agency_name: is_agency ? null : one.agency_name,
    amount: formatMoney(one.asked),
    currency: one.asked.currency,
    gap: one.is_enough ? null : gapWords(one),
  }))
}

async function agenciesOfWorker(tx: VerbContext['tx'], id: string): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(
    `select to_business_id as id from business.service where type = 'contractor-agency' and from_business_id = $1
       and status <> 'deleted' and deleted_at is null`,
    [id],
  )
  return new Set(rows.map((row) => row.id))
}

type Checks = Pick<z.infer<typeof paper_shape>, 'payments_wait' | 'waits_at' | 'agencies'>
const no_checks: Checks = { payments_wait: null, waits_at: [], agencies: [] }

/** The checks of an umbrella company: agencies read their own state, the provider the state of all, others none. */
async function umbrellaState({ tx, viewer, clock }: VerbContext, { id, type }: PartyRow): Promise<Checks> {
  const reads_all = viewer.category === 'provider'
  if (type !== 'umbrella' || !(reads_all || viewer.category === 'agency')) return no_checks
  const agencies = await engagingAgencies(tx, id, reads_all ? null : viewer.business_id)
  const engaged = agencies.map((one) => ({ ...one, agency_id: one.id, company_id: id }))
  const unchecked = await uncheckedUmbrellas(tx, engaged, clock.today())
  const waiting = engaged.filter((one) => unchecked.has(engagedKey(one)))
  return {
    payments_wait: waiting.length === 0 ? null : no_umbrella_check,
    waits_at: waiting.map(({ name }) => name),
    agencies: reads_all ? agencies : [],
  }
}

/** The agencies to choose from for an agreement: one alone needs no choice. */
async function agreementAgencies(context: VerbContext, { id, type }: PartyRow): Promise<Checks['agencies']> {
  const { category } = context.viewer
  const is_payee = type === 'limited' || type === 'umbrella' || type === 'selfemployed'
  if (!is_payee || !(category === 'provider' || category === 'contractor')) return []
  const agencies = await agenciesOfAgreement(context, id)
  return agencies.length > 1 ? [...agencies] : []
}

type Link = {
  readonly id: string
  readonly service: PaperService
  readonly name: string
  readonly compliance_status: string
  readonly is_asked: boolean
}

/** A company has one entry for all of its workers. */
async function linksOf({ tx, viewer }: VerbContext, business_id: string): Promise<Link[]> {
  const rows = await tx.rows<Link & { company_id: string | null }>(
    `select s.id, s.type as service, coalesce(o.name, '') as name, s.compliance_status, ${isAskedSql('s')} as is_asked,
       case s.type when 'contractor-company' then s.to_business_id end as company_id
     from business.service s join business.business o on o.id = s.to_business_id
     where s.deleted_at is null and s.status <> 'deleted' and s.type = any ($2)
       and case s.type when 'contractor-company' then s.to_business_id else s.from_business_id end = $1
       and ($3 <> 'agency' or s.type = 'contractor-company' or $4 in (s.from_business_id, s.to_business_id))
       and ($3 <> 'funder' or s.to_business_id = $4)
     order by s.agency_id is not distinct from $4 desc, is_asked desc, o.name, s.id`,
    [business_id, Object.keys(paper_services), viewer.category, viewer.business_id],
  )
  const companies = new Set<string>()
  return rows.filter(({ company_id }) => {
    if (company_id === null) return true
    const is_first = !companies.has(company_id)
    companies.add(company_id)
    return is_first
  })
}

type Found = z.infer<typeof document_shape> &
  Pick<PaperFacts, 'uploaded_by' | 'uploaded_as' | 'has_ended' | 'title'> & {
    readonly type: string
    readonly service_id: string | null
    readonly agency_id: string | null
  }

/** Newest first. Nobody reads the people and references of another agency: a company may work for several. */
const documentsOf = ({ tx, viewer, clock }: VerbContext, business_id: string): Promise<Found[]> =>
  tx.rows<Found>(
    `select d.id, d.type, d.title, d.status, d.service_id, d.agency_id, d.valid_from, d.valid_to, d.method, d.uploaded_by, d.uploaded_as,
       d.sum_insured, (select c.alpha_code from platform.currency c where c.id = d.currency_id) as currency,
       case when o.is_own then d.reference end as reference, case when o.is_own then d.comment end as comment,
       case when o.is_own then u.name end as uploaded_by_name, case when o.is_own then v.name end as verified_by_name, coalesce(d.valid_to < $2, false) as has_ended,
       exists (select from platform.attachment a where a.parent_entity = 'platform.document' and a.parent_id = d.id
         and a.deleted_at is null) as has_file,
       case when $3 = 'provider' and d.type = any ($5) then g.name end as agency_name,
       (select max(r.removed_at) from log.removed_file r where r.document_id = d.id) as files_removed_at
     from platform.document d
     left join platform."user" u on u.id = d.uploaded_by left join platform."user" v on v.id = d.verified_by
     left join business.business g on g.id = d.agency_id
     cross join lateral (select $3 = 'provider' or $4 in (d.agency_id, d.contractor_id) or d.agency_id is null as is_own) o
     where d.business_id = $1 and d.uploaded_by is not null and d.deleted_at is null
       and ($3 <> 'agency' or d.type <> all ($5) or d.agency_id = $4)
     order by d.round desc, d.id desc`,
    [business_id, clock.today(), viewer.category, viewer.business_id, agency_papers],
  )

/** Documents that count for one agency: an agency reads its own alone. */
const agency_papers = paper_types.filter((type) => paperOf(type).of_agency)

function paper(
  viewer: Viewer,
  link: Link,
  type: PaperType,
  found: readonly Found[],
): Omit<z.infer<typeof paper_shape>, keyof Checks | 'sums_asked'> {
  const { label, required, stops = null } = paperOf(type)
  const rules = paper_services[link.service]
  const service_id = link.service === 'contractor-company' ? null : link.id
  return {
    type,
    label,
    is_required: required,
    stops,
    waits_for: rules.waits_for,
    can_add: isOneOf(viewer, addersOf(type, link.service)),
    documents: shownOf(found.filter((one) => one.type === type && one.service_id === service_id)).map(
      ({
        uploaded_by,
        uploaded_as = null,
        has_ended,
        title,
        type: _,
        service_id: __,
        agency_id: ___,
        ...one
      }) => {
        const facts = { ...one, title, uploaded_by, uploaded_as, has_ended, service: link.service }
        return {
          ...one,
          verify_refusal: reasonOf(can.verify(facts, viewer)),
          reject_refusal: reasonOf(can.reject(facts, viewer)),
        }
      },
    ),
  }
}

/** For each type: the paper in force, its renewal and the earlier paper. */
const SHOWN = 3

/** The provider reads the checks of every agency. */
const shownOf = (found: readonly Found[]): Found[] =>
  [...Map.groupBy(found, ({ agency_name }) => agency_name).values()].flatMap((one) => one.slice(0, SHOWN))
