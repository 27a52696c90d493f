/** Why an approved run cannot be opened again: something of it was paid, filed, given out or built on. */
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import type { LockedRun } from './load-run.server.ts'

export type IssuedSlip = {
  readonly id: string
  readonly human_id: string
  /** Of pay besides work. */
  readonly invoice_set_id: string | null
}

/** Each finds one sentence about the run `$1`. The first one found is shown. */
const hindrances: readonly string[] = [
  `select format('Payslip %s deducted tax and National Insurance from self-bill %s with the approval, so pay run %s stays: credit the self-bill, and the next run takes the credit', p.human_id, i.human_id, r.human_id)
   from transaction.deemed_payment d join transaction.invoice i on i.id = d.invoice_id join transaction.payslip p on p.id = d.payslip_id
   join transaction.pay_run_payslip c on c.payslip_id = p.id join transaction.pay_run r on r.id = c.pay_run_id
   where r.id = $1 order by p.human_id limit 1`,
  `select format('The net pay of %s is in payment batch %s: cancel that first', w.reference, b.human_id)
   from payment.payment_batch_item i join payment.payment_batch b on b.id = i.payment_batch_id
   join transaction.payroll_payment w on w.id = i.payroll_payment_id join transaction.pay_run_payslip c on c.payslip_id = w.payslip_id
   where c.pay_run_id = $1 and i.status in ('included', 'held') order by w.reference limit 1`,
  `select format('Payslip %s is paid already: correct its timesheets, and the next run pays the difference', p.human_id)
   from transaction.pay_run_payslip c join transaction.payslip p on p.id = c.payslip_id
   where c.pay_run_id = $1 and p.status = 'paid' order by p.human_id limit 1`,
  `select format('Return %s of this run %s: correct the timesheets, and the next run reports the difference', t.human_id,
     case t.status when 'filed_outside' then 'was filed' when 'accepted' then 'was accepted by HMRC' when 'rejected'
       then 'was sent to HMRC and may be sent again' else 'is on its way to HMRC' end)
   from transaction.rti_submission t
   where t.pay_run_id = $1 and (t.status in ('sent', 'acknowledged', 'accepted', 'filed_outside') or t.may_send_again)
   order by t.human_id limit 1`,
  `select format('A %s of %s was issued since the approval: its figures include this run', upper(f.kind), k.name)
   from transaction.pay_run_payslip c join transaction.pay_run r on r.id = c.pay_run_id
   join transaction.tax_form f on f.employment_id = c.employment_id and f.tax_year = r.tax_year and f.created_at >= r.approved_at
   join business.business k on k.id = c.contractor_id
   where c.pay_run_id = $1 and c.payslip_id is not null order by k.name limit 1`,
  `select format('Pay run %s of %s builds on it: open that again first', o.human_id, to_char(o.pay_day, 'DD/MM/YYYY'))
   from transaction.pay_run_payslip c join transaction.pay_run r on r.id = c.pay_run_id
   join transaction.pay_run_payslip l on l.employment_id = c.employment_id and l.payslip_id is not null
   join transaction.pay_run o on o.id = l.pay_run_id and o.pay_day > r.pay_day
   where c.pay_run_id = $1 and c.payslip_id is not null order by o.pay_day desc limit 1`,
]

/**
 * The payslips of the run, locked with their payments of net pay. A batch that took one is found before its lock is
 * waited for, and again after it.
 * @throws precondition
 */
export async function requireUntouched({ tx }: VerbContext, { id }: LockedRun): Promise<IssuedSlip[]> {
  const refuse = async () => {
    for (const sql of hindrances) {
      const found = await tx.row<{ format: string }>(sql, [id])
      if (found) throw precondition(found.format)
    }
  }
  await refuse()
  await tx.rows(
    `select w.id from transaction.payroll_payment w join transaction.pay_run_payslip c on c.payslip_id = w.payslip_id
     where c.pay_run_id = $1 order by w.id for update of w`,
    [id],
  )
  const slips = await tx.rows<IssuedSlip>(
    `select p.id, p.human_id, c.invoice_set_id from transaction.pay_run_payslip c join transaction.payslip p on p.id = c.payslip_id
     where c.pay_run_id = $1 order by p.human_id for update of p`,
    [id],
  )
  await refuse()
  return slips
}
