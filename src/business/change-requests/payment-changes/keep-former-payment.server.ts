/** Keeps the payment of a contractor, with the agreements of its payee, until the day before a change. */
import type { Day } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'
import { type FormerPayment, withFormer } from '../../shared/former-payments.rules.ts'

type Row = Omit<FormerPayment, 'until'> & { readonly former_payments: readonly FormerPayment[] }

/** To be called before the contractor's row and links take the new payment. */
export async function keepFormerPayment(
  { tx }: VerbContext,
  contractor_id: string,
  from: Day,
): Promise<void> {
  const row = await tx.row<Row>(
    `select b.payment_type, coalesce(b.payment_company_id, b.id) as payment_company_id, b.former_payments,
       coalesce((select jsonb_agg(jsonb_build_object('agency_id', s.to_business_id, 'self_billing_from', s.self_billing_from,
         'self_billing_to', s.self_billing_to, 'conduct_regs_opt_out', coalesce(s.conduct_regs_opt_out, false)) order by s.id)
         from business.service s where s.type = 'contractor-agency' and s.from_business_id = b.id and s.deleted_at is null), '[]')
         as agreements
     from business.business b where b.id = $1`,
    [contractor_id],
  )
  if (row === undefined) return
  const { former_payments, ...now } = row
  await tx.run('update business.business set former_payments = $2::jsonb where id = $1', [
    contractor_id,
    JSON.stringify(withFormer(former_payments, now, from)),
  ])
}
