/** The insurances that agencies ask limited companies for, against the companies' verified policies (onboarding §2.6). */
import { type Day, maxDay } from '#kernel/day.ts'
import { currency, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#server/verb.ts'
import { inForceSql } from './in-force-sql.server.ts'
import { type Insurance, type InsuranceGap, insurances, isEnough, sumOf } from './insurance.rules.ts'
import { asksForPapersSql } from './right-to-work.server.ts'

/** Rows of kind and least sum of an agency. */
export const askedSumsSql = (agency: string): string =>
  `(values ${insurances.map((type) => `('${type}', ${agency}.${sumOf(type)})`).join(', ')}) i (type, least)`

/** Is this document insured for the least sum, in the currency of the agency? */
export const isEnoughSql = (document: string, least: string, currency_id: string): string =>
  `coalesce(${document}.sum_insured >= ${least} and ${document}.currency_id = ${currency_id}, false)`

export type AskedInsurance = InsuranceGap & {
  readonly agency_id: string
  readonly agency_name: string
  readonly is_enough: boolean
}

type Row = {
  readonly agency_id: string
  readonly agency_name: string
  readonly type: Insurance
  readonly company: string
  readonly least: string
  readonly asked_in: string
  readonly sum_insured: string | null
  readonly insured_in: string | null
}

/** The insurances that these agencies ask a company for. Only limited companies are asked, by agencies that use compliance documents. */
export async function askedInsurances(
  tx: Tx,
  {
    agency_ids,
    company_id,
    on,
  }: { readonly agency_ids: readonly string[]; readonly company_id: string; readonly on: Day },
): Promise<AskedInsurance[]> {
  if (agency_ids.length === 0) return []
  const rows = await tx.rows<Row>(
    `select g.id as agency_id, g.name as agency_name, i.type, p.name as company, i.least, c.alpha_code as asked_in,
       n.sum_insured, n.alpha_code as insured_in
     from business.business g join platform.currency c on c.id = g.base_currency_id
     cross join lateral ${askedSumsSql('g')}
     join business.business p on p.id = $2 and p.type = 'limited'
     left join lateral (
       select d.sum_insured, u.alpha_code from platform.document d left join platform.currency u on u.id = d.currency_id
       where d.type = i.type and d.business_id = p.id and d.service_id is null and d.uploaded_by is not null
         and ${inForceSql('d', '$3')}
       order by ${isEnoughSql('d', 'i.least', 'g.base_currency_id')} desc, d.sum_insured desc nulls last, d.round desc
       limit 1) n on true
     where g.id = any ($1) and i.least is not null and ${asksForPapersSql('g.id')} order by g.name, g.id, i.type`,
    [agency_ids, company_id, on],
  )
  return rows.map(({ agency_id, agency_name, type, company, ...row }) => {
    const asked = parseMoney(row.least, currency(row.asked_in))
    const insured =
      row.sum_insured === null || row.insured_in === null
        ? null
        : parseMoney(row.sum_insured, currency(row.insured_in))
    return { agency_id, agency_name, type, company, asked, insured, is_enough: isEnough(insured, asked) }
  })
}

type Placed = {
  readonly agency_id: string
  readonly company_id: string | null
  readonly start_date: Day
}

/** The gaps of a placement's limited company, on its first day or today if that is later. */
export async function placementGaps(tx: Tx, contract_id: string, today: Day): Promise<AskedInsurance[]> {
  const placed = await tx.row<Placed>(
    'select agency_id, payment_company_id as company_id, start_date from contract.contract where id = $1',
    [contract_id],
  )
  if (!placed || placed.company_id === null) return []
  const { agency_id, company_id, start_date } = placed
  const on = maxDay(start_date, today)
  const asked = await askedInsurances(tx, { agency_ids: [agency_id], company_id, on })
  return asked.filter(({ is_enough }) => !is_enough)
}
