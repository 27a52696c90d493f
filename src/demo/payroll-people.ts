/** Workers of the demo world under the PAYE schemes of their agencies: employments, tax codes, NI categories. */
import { suggestLetter } from '#business/payroll/employment/ni-letter.rules.ts'
import { taxYearOf } from '#business/payroll/employment/tax-code-source.rules.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { businessId, onStage, type Stage, type World } from './stage.ts'

const operations = 'provider_operations'

type Made = { readonly id: string }
type Who = { readonly key: string; readonly agency: string }

/** A tax year without rates takes no starter. */
const hasRates = (on: Day): boolean => taxYearOf(on) !== null

/** Starts the employment of a PAYE worker with a starter declaration, and the NI category of the worker's age. */
export async function employ(
  world: World,
  stage: Stage,
  who: Who,
  no: number,
  start_date: Day,
): Promise<void> {
  if (!hasRates(start_date)) return
  const facts = await stage.tx.row<{ scheme_id: string; born: Day | null; has_loan: boolean }>(
    `select s.id as scheme_id, p.date_of_birth as born, b.name like 'G%' as has_loan from business.paye_scheme s
     join business.business b on b.id = $2 left join business.individual p on p.id = b.individual_id
     where s.business_id = $1`,
    [businessId(world, who.agency), businessId(world, who.key)],
  )
  if (!facts) return
  const { id } = await stage.act<Made>(operations, 'business.employment.start', {
    contractor_id: businessId(world, who.key),
    paye_scheme_id: facts.scheme_id,
    payroll_id: `W${String(no).padStart(4, '0')}`,
    start_date,
    pay_frequency: 'week',
    is_irregular_hours: true,
    starter_declaration: no % 3 === 0 ? 'A' : 'B',
  })
  await stage.act(operations, 'business.ni_category.add', {
    employment_id: id,
    letter: suggestLetter(facts.born, start_date) ?? 'A',
    effective_from: start_date,
  })
  if (!facts.has_loan) return
  await stage.act(operations, 'business.student_loan.start', {
    employment_id: id,
    plan: 'plan_2',
    source: 'starter',
    effective_from: start_date,
  })
}

/** For one worker: HMRC's notice of a new code from next week's pay day on, and a council's order. */
export function enterNotice(world: World, day: Day): Promise<void> {
  return onStage(world, async (stage) => {
    const effective_from = addDays(day, 8)
    const first = await stage.tx.row<Made>('select id from business.employment order by payroll_id limit 1')
    if (first === undefined || !hasRates(effective_from)) return
    await stage.act(operations, 'business.tax_code.add', {
      employment_id: first.id,
      code: '1185L',
      source: 'p6',
      notice_date: day,
      effective_from,
    })
    await stage.act(operations, 'business.attachment_order.add', {
      employment_id: first.id,
      kind: 'council_tax',
      authority: 'Leeds City Council',
      reference: 'CT-4471902',
      order_date: addDays(day, -9),
      received_on: day,
      rate: 'table',
      debt: '812.40',
    })
  })
}
