/** Placements of a contractor that a change of payment concerns, and the company that is to be paid. */

import type { Day } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import type { Tx } from '#server/verb.ts'
import { clientSizeSql } from '../../shared/client-size-sql.server.ts'
import { isFurtherSql } from '../../shared/further-payees-sql.server.ts'
import { statementSql } from '../../shared/inside-ir35-sql.server.ts'
import type { PaidPlacement, Way } from './payment-change.rules.ts'

/** A term that holds on the day of the change, until a day. */
const later = (
  field: string,
  value: string,
) => `exists (select from jsonb_array_elements(c.former_terms) f (x)
  where (f.x ->> 'until')::date >= $3 and f.x ->> '${field}' = '${value}')`

/**
 * In force on the day or later, or on their way there, and paying another company. Those that pay a further payee of the
 * contractor stay as they are. In id order.
 */
export function loadPaidPlacements(
  tx: Tx,
  paid: { readonly contractor_id: string; readonly payee_id: string; readonly from: Day },
  { lock = false } = {},
): Promise<PaidPlacement[]> {
  return tx.rows<PaidPlacement>(
    `select c.id, c.human_id, c.title, k.name as client, c.status, c.start_date, c.end_date,
       case when ${later('ir35_status', 'inside')} or ${statementSql('c')} = 'inside' then 'inside' else c.ir35_status end as ir35_status, c.ir35_determined_by,
       ${clientSizeSql('c.client_id', 'greatest(c.start_date, $3::date)')} as client_size,
       'paid_when_paid' in (c.funding_type, coalesce(c.expense_funding_type, c.funding_type))
         or ${later('funding_type', 'paid_when_paid')} or ${later('expense_funding_type', 'paid_when_paid')} as waits_for_client,
       exists (select from contract.rate r where r.contract_id = c.id and r.value_boolean is not null and r.deleted_at is null
         and (r.effective_to is null or r.effective_to >= $3)) as has_holiday_pay,
       y.alpha_code as currency,
       coalesce((select jsonb_agg(jsonb_build_object('paid', r.value_numeric::text, 'unit', r.value_text, 'effective_from', r.effective_from,
           'value_boolean', r.value_boolean, 'value_jsonb_object', r.value_jsonb_object) order by r.effective_from, r.id)
         from contract.rate r where r.contract_id = c.id and r.sub_type = 'contractor_rate' and r.deleted_at is null
           and (r.effective_to is null or r.effective_to >= $3)), '[]') as rates,
       (select max(d.date) from transaction.timesheet t join transaction.timesheet_detail d on d.timesheet_id = t.id
          and d.deleted_at is null and d.units > 0
        where t.contract_id = c.id and t.status <> 'cancelled' and t.deleted_at is null) as worked_to
     from contract.contract c join business.business k on k.id = c.client_id join platform.currency y on y.id = c.currency_id
     where c.contractor_id = $1 and c.payment_company_id <> $2 and not ${isFurtherSql('c', 'greatest(c.start_date, $3::date)')} and c.type = 'temp_placement' and c.deleted_at is null
       and (c.end_date is null or c.end_date >= $3)
       and c.status in ('active', 'pending_approval_agency', 'pending_approval_client', 'pending_approval_contractor',
         'awaiting_raise_approval', 'pending_raise_approval')
     order by c.id${lock ? ' for no key update of c' : ''}`,
    [paid.contractor_id, paid.payee_id, paid.from],
  )
}

export type Payee = { readonly id: string; readonly name: string }

/**
 * The payee of a way to be paid, ready to be paid: the worker on payroll, else their company.
 * @throws precondition for one that is not
 */
export async function loadPayee(
  tx: Tx,
  contractor: { readonly id: string; readonly human_id: string; readonly party: string },
  way: Way,
  company: string | null,
): Promise<Payee> {
  if (way === 'paye') {
    const account = await tx.row(
      `select 1 from business.bank_account where business_id = $1 and status = 'confirmed' and deleted_at is null limit 1`,
      [contractor.id],
    )
    if (account === undefined)
      throw precondition(`Contractor ${contractor.human_id} still needs: A confirmed bank account`)
    return { id: contractor.id, name: contractor.party }
  }
  const found = await tx.row<Payee & { readonly is_ready: boolean }>(
    `select id, name, type = $2 and status = 'onboarded' and is_active as is_ready from business.business
     where human_id = $1 and deleted_at is null`,
    [company, way],
  )
  if (!found?.is_ready) throw precondition(`Payment company ${company ?? ''} is not onboarded yet`)
  return found
}
