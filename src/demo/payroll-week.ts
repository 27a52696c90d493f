/** Payroll of the demo world: figures come as a bureau sends them; payslips are issued here. */
import { payPeriod } from '#business/payroll/pay-period.rules.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { add, compare, formatMoney, GBP, type Money, maxOf, parseMoney, sub, zero } from '#kernel/money.ts'
import { percent, percentOf } from '#kernel/rate.ts'
import { onStage, type Stage, type World } from './stage.ts'

const operations = 'provider_operations'
const pounds = (text: string): Money => parseMoney(text, GBP)

type Waiting = { readonly human_id: string; readonly gross: string; readonly has_loan: boolean }

/**
 * Thursday: imports payroll's figures of the weeks before the last, raises their documents, issues the payslips, and
 * pays those of the run before.
 */
export function runPayroll(world: World, day: Day): Promise<void> {
  return onStage(world, async (stage) => {
    await confirmPaid(stage)
    const waiting = await stage.tx.rows<Waiting>(
      `select t.human_id, t.contractor_amount as gross, k.name like 'G%' as has_loan from transaction.timesheet t
       join business.business k on k.id = t.contractor_id and k.payment_type = 'paye'
       where t.status = 'suspense' and t.end_date < $1 and t.contractor_amount > 0 order by t.human_id`,
      [addDays(day, -8)],
    )
    if (waiting.length === 0) return
    await stage.act(operations, 'transaction.payroll_figure.import', {
      rows: waiting.map((one) => figuresOf(one, addDays(day, 1))),
    })
    await issuePayslips(stage)
  })
}

/** Issues payslips for invoiced work without one; of several weeks of one worker the older first. */
async function issuePayslips(stage: Stage): Promise<void> {
  const ready = await stage.tx.rows<{ id: string }>(
    `select f.id from transaction.payroll_figure f join transaction.timesheet t on t.id = f.timesheet_id
     where f.payslip_id is null and f.deleted_at is null and t.status = 'approved' order by t.human_id`,
  )
  if (ready.length > 0)
    await stage.act(operations, 'transaction.payslip.issue', { ids: ready.map((row) => row.id) })
}

async function confirmPaid(stage: Stage): Promise<void> {
  const due = await stage.tx.rows<{ id: string }>(
    `select id from transaction.payslip where status = 'issued' and pay_date <= $1 order by human_id`,
    [stage.clock.today()],
  )
  if (due.length > 0)
    await stage.act(operations, 'transaction.payslip.confirm_paid', { ids: due.map((row) => row.id) })
}

/** A week's pay by rounded rules of the tax year: demo input, as a bureau would send it. */
function figuresOf({ human_id, gross: amount, has_loan }: Waiting, pay_day: Day): Record<string, unknown> {
  const gross = pounds(amount)
  const above = (threshold: string) => maxOf(sub(gross, pounds(threshold)), zero(GBP))
  const share = (of: Money, per_cent: string) => percentOf(percent(per_cent), of)
  const pensionable = compare(gross, pounds('192')) >= 0 ? above('120') : zero(GBP)
  const income_tax = share(above('242'), '20')
  const employee_ni = share(above('242'), '8')
  const employee_pension = share(pensionable, '4')
  const student_loan = has_loan ? wholePounds(share(above('565'), '9')) : zero(GBP)
  const net_pay = sub(gross, add(add(income_tax, employee_ni), add(employee_pension, student_loan)))
  const text = {
    gross_pay: gross,
    income_tax,
    employee_ni,
    employee_pension,
    student_loan,
    net_pay,
    employer_ni: share(above('96'), '15'),
    employer_pension: share(pensionable, '3'),
    apprenticeship_levy: share(gross, '0.5'),
  }
  const amounts = Object.entries(text).map(([name, one]) => [name, formatMoney(one)] as const)
  const { period_number } = payPeriod(pay_day, 'week')
  return { timesheet: human_id, pay_day, period_number, ...Object.fromEntries(amounts) }
}

/** Student loans are taken in whole pounds, rounded down (payroll.md §2.6). */
const wholePounds = (of: Money): Money => ({ ...of, minor: of.minor - (of.minor % 100) })
