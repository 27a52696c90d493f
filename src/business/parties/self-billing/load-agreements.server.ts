/** The self-billing agreements of contractors' payees, by their links with agencies. */
import type { Day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { readVatStandings } from '../vat-check/read-vat-checks.server.ts'
import type { VatStanding } from '../vat-check.rules.ts'
import type { Agreed, AgreementDays } from './self-billing.rules.ts'

export type Agreement = Agreed & {
  readonly service_id: string
  /** Of a further payee. */
  readonly payee_id: string | null
  readonly agency_id: string
  readonly agency_name: string
  readonly payment_type: string
  readonly company_id: string
  readonly payee_name: string
  readonly is_vat_registered: boolean
  readonly vat_standing: VatStanding
  /** The next agreement, which nobody has verified yet. */
  readonly waits: AgreementDays | null
}

const facts = `a.id as agency_id, a.name as agency_name, p.id as company_id, p.name as payee_name,
  c.is_vat_registered and coalesce(trim(c.vat_registration_no), '') <> '' as is_vat_registered,
  (select jsonb_build_object('from', d.valid_from, 'to', d.valid_to) from platform.document d
   where d.type = 'self_billing_agreement' and d.business_id = p.id and d.agency_id = a.id and d.status = 'inprogress'
     and d.uploaded_by is not null and d.deleted_at is null order by d.round desc limit 1) as waits`
const joins = `join business.business a on a.id = s.to_business_id join business.company c on c.id = p.company_id`

/** Payees that send invoices. @param condition SQL on the link `s`, with its values from `$2` on */
export async function loadAgreements(
  tx: Tx,
  today: Day,
  condition: string,
  params: readonly unknown[],
): Promise<Agreement[]> {
  const links = `s.type = 'contractor-agency' and s.status in ('active', 'suspended') and s.deleted_at is null and ${condition}`
  const rows = await tx.rows<Omit<Agreement, 'vat_standing'>>(
    `select s.id as service_id, null::uuid as payee_id, b.payment_type, s.self_billing_from, s.self_billing_to, ${facts}
     from business.service s join business.business b on b.id = s.from_business_id
     join business.business p on p.id = b.payment_company_id ${joins}
     where ${links} and b.payment_type <> 'paye' and $1::date is not null
     union all
     select s.id, y.id, y.payment_type, y.self_billing_from, y.self_billing_to, ${facts}
     from business.service s join business.contractor_payee y on y.contractor_id = s.from_business_id
       and y.agency_id = s.to_business_id and y.deleted_at is null and (y.effective_to is null or y.effective_to >= $1)
     join business.business p on p.id = y.payment_company_id ${joins}
     where ${links} and y.payment_type <> 'paye'
     order by agency_name, service_id, payee_id nulls first`,
    [today, ...params],
  )
  const standings = await readVatStandings(
    tx,
    rows.map((row) => row.company_id),
    today,
  )
  return rows.map((row) => ({ ...row, vat_standing: standings.get(row.company_id) ?? 'not_checked' }))
}
