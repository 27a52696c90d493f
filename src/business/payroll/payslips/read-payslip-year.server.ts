/** Reads the tax year so far of the employment of a payslip. */
import { present } from '#kernel/assert.ts'
import { type Day, day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { employmentOfSql } from '../employment/payslip-employment.rules.ts'
import { type PayslipAmount, payslip_amounts } from '../figures/payslip.rules.ts'
import type { Takeover } from '../takeover/payroll-takeover.rules.ts'
import { takeoversOf } from '../takeover/read-takeovers.server.ts'

export type YearSlip = Readonly<Record<PayslipAmount, string>> & {
  readonly id: string
  readonly human_id: string
  readonly pay_date: Day
}

type PayslipYear = {
  /** The payslip, and those that were issued before it or with it, by pay day. */
  readonly slips: readonly YearSlip[]
  /** Figures of payrolls before. */
  readonly taken_over: readonly Takeover[]
}

const columns = ['id', 'human_id', 'pay_date', ...payslip_amounts].map((field) => `s.${field}`).join(', ')

/** Other payslips of the employment of the payslip `o`: tax and National Insurance count for one employment. */
const same_employment = `s.contractor_id = o.contractor_id and s.agency_id = o.agency_id
  and s.currency_id = o.currency_id and s.deleted_at is null
  and ${employmentOfSql('s')} is not distinct from ${employmentOfSql('o')}`

/** The caller has seen that the payslip is the viewer's. */
export async function readPayslipYear(tx: Tx, id: string): Promise<PayslipYear> {
  const of = present(
    await tx.row<{ pay_date: string; employment_id: string | null }>(
      `select s.pay_date, ${employmentOfSql('s')} as employment_id from transaction.payslip s where s.id = $1`,
      [id],
    ),
    'the payslip that was seen',
  )
  const pay_date = day(of.pay_date)
  const slips = await tx.rows<YearSlip>(
    `select ${columns} from transaction.payslip o join transaction.payslip s on ${same_employment}
     where o.id = $1 and (s.id = o.id or s.status <> 'draft') and s.pay_date between $2 and o.pay_date
     order by s.pay_date, s.id`,
    [id, taxYearStart(pay_date)],
  )
  const ids = of.employment_id === null ? [] : [of.employment_id]
  return { slips, taken_over: [...(await takeoversOf(tx, ids, pay_date)).values()] }
}

/** The payslip before, of any tax year. The caller has seen that the payslip is the viewer's. */
export async function readPayslipBefore(tx: Tx, id: string): Promise<YearSlip | null> {
  const last = await tx.row<YearSlip>(
    `select ${columns} from transaction.payslip o join transaction.payslip s on ${same_employment}
     where o.id = $1 and s.status <> 'draft' and s.pay_date < o.pay_date
     order by s.pay_date desc, s.id desc limit 1`,
    [id],
  )
  return last ?? null
}
