/** Payslips of umbrella companies, which agencies ask for once a month and compare with the illustration. */
import { umbrella_liable_from } from '#business/parties/compliance/umbrella-check.rules.ts'
import { penceOf } from '#business/payroll/employment/employment-input.server.ts'
import { illustratedGross } from '#business/payroll/umbrella/umbrella-payslip.rules.ts'
import { addDays, type Day, partsOf } from '#kernel/day.ts'
import { formatMoney, GBP, money } from '#kernel/money.ts'
import { onStage, type Stage, type World } from './stage.ts'

const margin = '22.50'
/** One worker in three lost a day's pay. */
const SHORT_PERCENT = 94
const WHOLE = 100
const DAYS = 28

type Due = {
  readonly agency_id: string
  readonly contractor_id: string
  readonly weeks: readonly { readonly end: Day; readonly income: string }[]
}

/** On the first Monday of a month, for every worker through an umbrella company: a payslip of four approved weeks. */
export async function recordUmbrellaPayslips(world: World, today: Day): Promise<void> {
  if (today < umbrella_liable_from || partsOf(today).date > 7) return
  const period_end = addDays(today, -8)
  const period_start = addDays(period_end, 1 - DAYS)
  await onStage(world, async (stage) => {
    for (const [at, due] of (await paidWork(stage, period_start, period_end)).entries()) {
      const weeks = due.weeks.map(({ end, income }) => ({ end, income: pence(income) }))
      const illustrated = illustratedGross(weeks, pence(margin))
      const gross = at % 3 === 1 ? Math.floor((illustrated * SHORT_PERCENT) / WHOLE) : illustrated
      await stage.act('provider_operations', 'transaction.umbrella_payslip.record', {
        agency_id: due.agency_id,
        contractor_id: due.contractor_id,
        period_start,
        period_end,
        gross_pay: text(gross),
        income_tax: text(Math.floor(gross / 8)),
        employee_ni: text(Math.floor(gross / 18)),
        employer_ni: text(Math.floor(gross / 8)),
        margin,
      })
    }
  })
}

const pence = (amount: string): number => penceOf(amount) ?? 0
const text = (amount: number): string => formatMoney(money(amount, GBP))

function paidWork({ tx }: Stage, from: Day, to: Day): Promise<Due[]> {
  return tx.rows<Due>(
    `select w.agency_id, w.contractor_id, jsonb_agg(jsonb_build_object('end', w."end", 'income', w.income) order by w."end") as weeks
     from (select i.agency_id, i.contractor_id, s.end_date as "end", sum(i.amount)::text as income
       from transaction.invoice i join transaction.timesheet s on s.id = i.timesheet_id
       join platform.currency y on y.id = i.currency_id and y.alpha_code = 'GBP'
       where i.type = 'contractor-agency' and i.payment_company_type = 'umbrella' and i.status in ('open', 'closed')
         and s.end_date between $1 and $2 group by 1, 2, 3) w
     join business.business k on k.id = w.contractor_id
     group by 1, 2, k.human_id having sum(w.income::numeric) > 0 order by k.human_id`,
    [from, to],
  )
}
