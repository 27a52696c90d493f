/** The values of a record, as far as the viewer reads them: values hidden from the viewer are missing. */

import { loadVisible, visibleSql } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { labelIn, labelOf } from '#entity/choices.ts'
import type { Clock } from '#kernel/clock.ts'
import { countText } from '#kernel/count-text.ts'
import { type Day, formatDay, formatDayLong } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import { printedVatNumber } from '#kernel/identifier.ts'
import { londonDay } from '#kernel/instant.ts'
import { currencyOrGbp, displayMoney, parseMoney, symbolOf } from '#kernel/money.ts'
import { formatRate, rate } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'
import { temp_fields } from '../placements/contract.entity.ts'
import { holidayOfRate } from '../rates/holiday-pay.rules.ts'
import { timesheet_frequencies } from '../shared/contract-terms.rules.ts'
import type { TemplateKind, TemplateParty, TemplateRecord } from './blocks/template-kinds.rules.ts'
import type { Values } from './blocks/template-values.rules.ts'
import type { PrintedRate } from './compose-template.rules.ts'
import { readDraftValues } from './draft-values.server.ts'
import type { PayBasis } from './pay-example.rules.ts'

interface Reader {
  readonly tx: Pick<Tx, 'rows' | 'row'>
  readonly viewer: Viewer
  readonly clock: Clock
  /** Rates are those of this day; absent: today. */
  readonly on?: Day
}
type Parties = Readonly<Partial<Record<TemplateParty, string | null>>>
type Named = Readonly<Record<string, string | null | undefined>>

export interface RecordValues {
  readonly values: Values
  readonly rates: readonly PrintedRate[]
  /** The pay of a placement in sterling with a contractor rate that the viewer reads; null otherwise. */
  readonly pay: PayBasis | null
  /** Names the file: `TMP000123`. */
  readonly human_id: string
}

/** @throws not_found for a record that the viewer does not see */
export async function readValues(
  reader: Reader,
  record: Exclude<TemplateRecord, 'request.draft_request'>,
  id: string,
): Promise<RecordValues> {
  const { tx, viewer } = reader
  const [row] = await loadVisible<{ human_id: string }>(tx, viewer, record, [id], { columns: 't.human_id' })
  if (!row) throw notFound('Record')
  const contract = record.startsWith('contract.') ? await contractOf(reader, record, id) : null
  const parties = contract?.parties ?? (await businessParties(reader, record, id))
  const groups: [string, Named][] = [
    ...(await partyValues(reader, parties)),
    ['client', await clientTerms(reader, parties)],
    ...(contract ? [[contract.group, contract.named] as [string, Named]] : []),
  ]
  const { rates = [], pay = null } = contract ?? {}
  return { values: valuesIn(reader, groups), rates, pay, human_id: row.human_id }
}

/** The values of a new party, as typed in its draft. @throws not_found, invalid */
export async function readDraft(reader: Reader, id: string, kind: TemplateKind): Promise<RecordValues> {
  const { title, party, named, agency_id } = await readDraftValues(reader, id, kind)
  const beside = await partyValues(reader, { agency: agency_id, provider: reader.viewer.provider_id })
  return { values: valuesIn(reader, [...beside, [party, named]]), rates: [], pay: null, human_id: title }
}

/** Values that are known, under their full names. */
function valuesIn({ clock }: Reader, groups: readonly (readonly [string, Named])[]): Values {
  const values: Record<string, string> = { 'document.date': formatDayLong(londonDay(clock.now())) }
  for (const [group, named] of groups)
    for (const [name, value] of Object.entries(named))
      if (value != null && value !== '') values[`${group}.${name}`] = value
  return values
}

/** The parties of a business's own record. A client may deal with several agencies: then none is meant. */
async function businessParties({ tx, viewer }: Reader, record: TemplateRecord, id: string): Promise<Parties> {
  const provider = viewer.provider_id
  if (record === 'business.agency') return { agency: id, provider }
  const side = record === 'business.client' ? 'client' : 'contractor'
  const params: unknown[] = [id, `${side}-agency`]
  const visible = visibleSql('business.service', viewer, 't', params)
  const agencies = await tx.rows<{ agency_id: string }>(
    `select distinct t.to_business_id as agency_id from business.service t
     where t.from_business_id = $1 and t.type = $2 and t.status in ('draft', 'active') and ${visible} limit 2`,
    params,
  )
  const only = agencies.length === 1 ? (agencies[0]?.agency_id ?? null) : null
  const agency = viewer.category === 'agency' ? viewer.business_id : only
  if (side === 'client') return { agency, provider, client: id }
  const [row] = await loadVisible<{ payment_company_id: string | null }>(
    tx,
    viewer,
    'business.contractor',
    [id],
    { columns: 't.payment_company_id' },
  )
  return { agency, provider, contractor: id, payment_company: row?.payment_company_id ?? null }
}

interface PartyRow {
  readonly id: string
  readonly name: string
  readonly human_id: string
  readonly brn: string | null
  readonly is_vat_registered: boolean | null
  readonly vat_registration_no: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: string | null
  readonly home: string | null
}

async function partyValues({ tx, viewer }: Reader, parties: Parties): Promise<[TemplateParty, Named][]> {
  const named = Object.entries(parties) as [TemplateParty, string | null][] // Its keys.
  const params: unknown[] = [named.map(([, id]) => id).filter((id) => id !== null)]
  const seen = (path: string, alias: string) => visibleSql(path, viewer, alias, params)
  const rows = await tx.rows<PartyRow>(
    `select t.id, t.name, t.human_id, c.brn, c.is_vat_registered, c.vat_registration_no, c.email, c.phone,
       a.complete_address as address, h.complete_address as home
     from business.business t
     left join business.company c on c.id = t.company_id and ${seen('business.company', 'c')}
     left join business.address a on a.id = c.address_id and ${seen('business.address', 'a')}
     left join business.individual i on i.id = t.individual_id and ${seen('business.individual', 'i')}
     left join business.address h on h.id = i.address_id and ${seen('business.address', 'h')}
     where t.id = any ($1::uuid[]) and ${seen('business.business', 't')}`,
    params,
  )
  return named.flatMap(([party, id]): [TemplateParty, Named][] => {
    const row = rows.find((one) => one.id === id)
    if (!row) return []
    const { name, human_id: number, brn, email, phone, address, home } = row
    const number_of_vat = row.vat_registration_no && printedVatNumber(row.vat_registration_no)
    const vat = row.is_vat_registered === false ? 'not registered for VAT' : number_of_vat
    if (party === 'contractor') return [[party, { name, number, address: home ?? address }]]
    return [
      [party, { name, number, company_number: brn, vat_number: vat, address: address ?? home, email, phone }],
    ]
  })
}

const days = (count: number | null | undefined): string | null =>
  count == null ? null : countText(count, 'day')

/** The terms of a client with the agency of the document. */
async function clientTerms({ tx, viewer }: Reader, { client, agency }: Parties): Promise<Named> {
  if (client == null || agency == null) return {}
  const params: unknown[] = [client, agency]
  const visible = visibleSql('business.service', viewer, 't', params)
  const row = await tx.row<{ temp_payment_terms: number | null; perm_payment_terms: number | null }>(
    `select t.temp_payment_terms, t.perm_payment_terms from business.service t
     where t.type = 'client-agency' and t.from_business_id = $1 and t.to_business_id = $2 and ${visible} limit 1`,
    params,
  )
  return {
    payment_terms: days(row?.temp_payment_terms),
    perm_payment_terms: days(row?.perm_payment_terms),
  }
}

interface ContractRow {
  readonly human_id: string
  readonly title: string
  readonly start_date: Day | null
  readonly end_date: Day | null
  readonly work_location: string | null
  readonly timesheet_frequency: string | null
  readonly notice_period: number | null
  readonly notice_period_unit: string | null
  readonly no_right_to_serve_notice: boolean
  readonly ir35_status: string | null
  readonly po_number: string | null
  readonly standard_units: string | null
  readonly candidate_name: string | null
  readonly placement_fee: string | null
  readonly currency: string
  readonly company_type: string | null
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string | null
  readonly contractor_id: string | null
  readonly payment_company_id: string | null
}

interface ContractValues {
  readonly parties: Parties
  readonly group: 'placement' | 'perm'
  readonly named: Named
  readonly rates: readonly PrintedRate[]
  readonly pay: PayBasis | null
}

/** The caller has seen the placement. */
async function contractOf(reader: Reader, record: TemplateRecord, id: string): Promise<ContractValues> {
  const { tx, viewer } = reader
  const [row] = await loadVisible<ContractRow>(tx, viewer, 'contract.contract', [id], {
    columns: `t.human_id, t.title, t.start_date, t.end_date, t.work_location, t.timesheet_frequency, t.notice_period,
      t.notice_period_unit, t.no_right_to_serve_notice, t.ir35_status, t.po_number, t.standard_units, t.candidate_name, t.placement_fee,
      (select y.alpha_code from platform.currency y where y.id = t.currency_id) as currency,
      (select b.type from business.business b where b.id = t.payment_company_id) as company_type,
      t.provider_id, t.agency_id, t.client_id, t.contractor_id, t.payment_company_id`,
  })
  if (!row) throw notFound('Record')
  const parties = {
    agency: row.agency_id,
    provider: row.provider_id,
    client: row.client_id,
    contractor: row.contractor_id,
    payment_company: row.payment_company_id,
  }
  const common = {
    number: row.human_id,
    title: row.title,
    start_date: row.start_date && formatDayLong(row.start_date),
  }
  if (record === 'contract.perm_placement') {
    const code = currencyOrGbp(row.currency)
    const fee = row.placement_fee === null ? null : displayMoney(parseMoney(row.placement_fee, code))
    return {
      parties,
      group: 'perm',
      named: { ...common, candidate: row.candidate_name, fee },
      rates: [],
      pay: null,
    }
  }
  const named = {
    ...common,
    end_date: row.end_date ? formatDayLong(row.end_date) : 'no fixed end',
    work_location: row.work_location,
    timesheet_frequency: labelIn(timesheet_frequencies, row.timesheet_frequency),
    notice_period: noticeOf(row),
    // Asked of limited companies alone.
    ir35_status: labelIn(
      temp_fields.ir35_status.choices,
      row.ir35_status ?? (row.company_type === 'limited' ? null : 'not_applicable'),
    ),
    po_number: row.po_number ?? 'none given',
    ...(await placementTerms(reader, id)),
  }
  const { rates, pay } = await ratesOf(reader, id, row)
  return { parties, group: 'placement', named, rates, pay }
}

function noticeOf({
  notice_period,
  notice_period_unit,
  no_right_to_serve_notice,
}: ContractRow): string | null {
  if (no_right_to_serve_notice) return 'none: there is no right to serve notice'
  if (notice_period === null || notice_period_unit === null) return null
  return countText(notice_period, notice_period_unit)
}

async function placementTerms({ tx, viewer }: Reader, id: string): Promise<Named> {
  const params: unknown[] = [id]
  const visible = visibleSql('contract.contract_entity', viewer, 't', params)
  const rows = await tx.rows<{ type: string; payment_terms: number | null }>(
    `select t.type, t.payment_terms from contract.contract_entity t where t.contract_id = $1 and t.is_open and ${visible}`,
    params,
  )
  const of = (side: string) => days(rows.find(({ type }) => type === side)?.payment_terms)
  return { client_payment_terms: of('client'), contractor_payment_terms: of('contractor') }
}

/** Rates in force or to come. */
async function ratesOf(
  { tx, viewer, clock, on = londonDay(clock.now()) }: Reader,
  id: string,
  { currency: code, standard_units }: ContractRow,
): Promise<Pick<RecordValues, 'rates' | 'pay'>> {
  const params: unknown[] = [id, on]
  const visible = visibleSql('contract.rate', viewer, 't', params)
  const rows = await tx.rows<{
    name: string
    sub_type: string
    value_numeric: string
    value_text: string
    effective_from: Day
    effective_to: Day | null
    value_boolean: boolean | null
    value_jsonb_object: unknown
  }>(
    `select t.name, t.sub_type, t.value_numeric, t.value_text, t.effective_from, t.effective_to, t.value_boolean,
       t.value_jsonb_object
     from contract.rate t
     where t.contract_id = $1 and coalesce(t.effective_to, 'infinity') >= $2::date and ${visible}
     order by t.name <> 'Standard', t.name, t.value_text, t.effective_from, t.id limit 200`,
    params,
  )
  const symbol = symbolOf(currencyOrGbp(code))
  const rates = rows.map(
    (row): PrintedRate => ({
      side: row.sub_type === 'client_rate' ? 'client' : 'contractor',
      name: row.name,
      rate: `${symbol}${formatRate(rate(row.value_numeric))}`,
      unit: labelOf(row.value_text),
      from: formatDay(row.effective_from),
      to: row.effective_to === null ? 'open' : formatDay(row.effective_to),
    }),
  )
  const paid = rows.find(({ sub_type }) => sub_type !== 'client_rate')
  if (paid === undefined || code !== 'GBP' || standard_units === null) return { rates, pay: null }
  const { value_numeric, value_text: unit } = paid
  return { rates, pay: { price: rate(value_numeric), unit, standard_units, holiday: holidayOfRate(paid) } }
}
