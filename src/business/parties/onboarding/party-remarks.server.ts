/** Facts of a party that stop nothing, and that its approvers should know. */
import type { VerbContext } from '#server/verb.ts'
import { type RemarkFacts, remarksOf } from './party-remarks.rules.ts'

const sql = `select b.type as kind, b.name, coalesce(c.is_vat_registered, false) as is_registered,
    p.name as provider, coalesce(pc.is_vat_registered, false) as is_provider_registered,
    w.name as company, coalesce(wc.is_vat_registered, false) as is_company_registered,
    exists (select from business.service s where s.type = 'contractor-agency' and s.from_business_id = b.id
      and s.deleted_at is null and ($3::uuid is null or s.to_business_id = $3)
      and not (s.self_billing_from <= $2 and coalesce(s.self_billing_to, 'infinity'::date) >= $2) is true) as lacks_agreement
  from business.business b left join business.company c on c.id = b.company_id
  left join business.business p on p.id = b.provider_id left join business.company pc on pc.id = p.company_id
  left join business.business w on w.id = b.payment_company_id left join business.company wc on wc.id = w.company_id
  where b.id = $1`

export async function readRemarks(
  { tx, viewer, clock }: VerbContext,
  id: string,
): Promise<readonly string[]> {
  const agency_id = viewer.category === 'agency' ? viewer.business_id : null
  const facts = await tx.row<RemarkFacts>(sql, [id, clock.today(), agency_id])
  return facts ? remarksOf(facts) : []
}
