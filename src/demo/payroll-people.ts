/** Workers of the demo world under the PAYE schemes of their agencies: employments and the facts of their pay. */
import { suggestLetter } from '#business/payroll/employment/ni-letter.rules.ts'
import { taxYearOf } from '#business/payroll/employment/tax-code-source.rules.ts'
import { incomeTax } from '#business/payroll/engine/income-tax.rules.ts'
import { tablePeriod } from '#business/payroll/engine/table-period.rules.ts'
import { readTaxCode } from '#business/payroll/engine/tax-code.rules.ts'
import { addDays, addMonths, type Day, minDay } from '#kernel/day.ts'
import { formatMoney, GBP, money } from '#kernel/money.ts'
import type { AgencyKey } from './cast-types.ts'
import { businessId, onStage, type Stage, type World } from './stage.ts'

const operations = 'provider_operations'

type Made = { readonly id: string }
type Who = { readonly key: string; readonly agency: AgencyKey }

/** Agencies whose pay the product calculates; the third has a bureau (decision 0065). */
export const calculated_agencies = ['larkfield', 'meridian'] as const satisfies readonly AgencyKey[]

/** What is known of a worker at the start; of others a starter declaration alone. */
type Terms = {
  readonly declaration: 'A' | 'B' | 'C' | 'none'
  /** HMRC's notice of the first day, with the pay of an earlier job of the tax year. */
  readonly code?: string
  readonly has_loan?: boolean
  /** Enrolled on the first day, or after three months. */
  readonly pension?: 'at once' | 'postponed'
  readonly order?: object
  /** Holiday pay is held until it is taken. */
  readonly retained?: true
}

const terms: Readonly<Record<string, Terms>> = {
  contractor_paye: { declaration: 'A', has_loan: true, pension: 'at once', retained: true },
  moira_sinclair: { declaration: 'B', code: 'S1257L', pension: 'postponed', retained: true },
  callum_reid: {
    declaration: 'C',
    retained: true,
    order: {
      kind: 'dea',
      authority: 'Department for Work and Pensions',
      reference: 'DEA-2206417',
      rate: 'standard',
    },
  },
  ellis_rowe: { declaration: 'A', retained: true },
  hana_sedlak: { declaration: 'none' },
  owen_hartley: { declaration: 'B', code: 'K38', pension: 'postponed' },
  naomi_fitch: { declaration: 'A', pension: 'postponed' },
}

/** 5.6 weeks of 46.4. */
const legal_minimum = '12.07'

/** A tax year without rates takes no starter and has no payslips. */
export const hasRates = (on: Day): boolean => taxYearOf(on) !== null

const pensions = [
  {
    agency: 'larkfield',
    name: 'Larkfield workplace pension',
    provider: 'Northern Mutual Pensions',
    employer_reference: 'NMP-40718',
  },
  {
    agency: 'meridian',
    name: 'Meridian workplace pension',
    provider: 'Calder Pensions Trust',
    employer_reference: 'CPT-2214',
  },
] as const

/** Before the first placement: where pay comes from, and the pensions that employers offer. */
export function setUpPayroll(world: World, day: Day): Promise<void> {
  return onStage(world, async (stage) => {
    for (const agency of calculated_agencies)
      await stage.act(operations, 'business.paye_scheme.set_source', {
        id: await schemeId(world, stage, agency),
        source: 'engine',
      })
    const year = taxYearOf(day)
    if (year === null) return
    await stage.act(operations, 'business.paye_scheme_year.set', {
      paye_scheme_id: await schemeId(world, stage, 'larkfield'),
      tax_year: year.name,
      claims_employment_allowance: true,
      allowance_declared_by: 'Rachel Hargreaves',
    })
    for (const { agency, ...scheme } of pensions)
      await stage.act(operations, 'business.pension_scheme.add', {
        paye_scheme_id: await schemeId(world, stage, agency),
        ...scheme,
        relief: 'at_source',
        basis: 'qualifying',
        employee_percent: '5',
        employer_percent: '3',
      })
  })
}

export async function schemeId(world: World, stage: Stage, agency: AgencyKey): Promise<string> {
  const row = await stage.tx.row<Made>('select id from business.paye_scheme where business_id = $1', [
    businessId(world, agency),
  ])
  if (!row) throw new Error(`${agency} has a PAYE scheme`)
  return row.id
}

/** Starts the employment of a PAYE worker with tax code, NI category by age, and whatever else is deducted. */
export async function employ(
  world: World,
  stage: Stage,
  who: Who,
  no: number,
  start_date: Day,
): Promise<void> {
  if (!hasRates(start_date)) return
  const { declaration, code, has_loan, pension, order, retained }: Terms = terms[who.key] ?? {
    declaration: no % 3 === 0 ? 'A' : 'B',
  }
  const facts = await stage.tx.row<{ born: Day | null }>(
    `select p.date_of_birth as born from business.business b
     left join business.individual p on p.id = b.individual_id where b.id = $1`,
    [businessId(world, who.key)],
  )
  const { id: employment_id } = await stage.act<Made>(operations, 'business.employment.start', {
    contractor_id: businessId(world, who.key),
    paye_scheme_id: await schemeId(world, stage, who.agency),
    payroll_id: `W${String(no).padStart(4, '0')}`,
    start_date,
    pay_frequency: 'week',
    is_irregular_hours: true,
    ...(retained ? { retained_percent: legal_minimum } : {}),
    starter_declaration: declaration,
  })
  const enter = (action_id: string, input: object) =>
    stage.act(operations, action_id, { employment_id, ...input })
  if (code !== undefined)
    await enter('business.tax_code.add', {
      code,
      source: 'p6',
      notice_date: noLater(start_date, stage),
      effective_from: start_date,
      ...earnedBefore(code, start_date),
    })
  await enter('business.ni_category.add', {
    letter: suggestLetter(facts?.born ?? null, start_date) ?? 'A',
    effective_from: start_date,
  })
  if (has_loan)
    await enter('business.student_loan.start', {
      plan: 'plan_2',
      source: 'starter',
      effective_from: start_date,
    })
  if (pension !== undefined) await enrol(stage, employment_id, start_date, pension)
  if (order)
    await enter('business.attachment_order.add', {
      ...order,
      order_date: addDays(start_date, -12),
      received_on: stage.clock.today(),
    })
}

/** Employments are entered before they begin, with notices that have come. */
const noLater = (on: Day, { clock }: Stage): Day => minDay(on, clock.today())

/** Pay and tax of an earlier job in the same tax year, as the notice states them. */
function earnedBefore(code: string, start_date: Day): object {
  const year = taxYearOf(start_date)
  const read = year === null ? null : readTaxCode(code, year)
  const weeks = tablePeriod(start_date, 'week') - 1
  if (year === null || read === null || 'message' in read || weeks < 1) return {}
  const pay = weeks * 512_00
  const { due } = incomeTax(year, {
    code: read,
    frequency: 'week',
    period: weeks,
    pay,
    pay_before: 0,
    tax_before: 0,
  })
  const text = (pence: number) => formatMoney(money(pence, GBP))
  return { previous_pay: text(pay), previous_tax: text(due) }
}

const postponed_months = 3

async function enrol(
  stage: Stage,
  employment_id: string,
  start_date: Day,
  when: 'at once' | 'postponed',
): Promise<void> {
  const scheme = await stage.tx.row<Made>(
    `select p.id from business.pension_scheme p join business.employment e on e.paye_scheme_id = p.paye_scheme_id
     where e.id = $1`,
    [employment_id],
  )
  if (!scheme) return
  const later = addMonths(start_date, postponed_months)
  const informed_on = noLater(start_date, stage)
  if (when === 'postponed')
    await stage.act(operations, 'business.pension_membership.postpone', {
      employment_id,
      effective_from: start_date,
      postponed_to: later,
      informed_on,
    })
  await stage.act(operations, 'business.pension_membership.enrol', {
    employment_id,
    pension_scheme_id: scheme.id,
    entry: 'automatic',
    effective_from: when === 'postponed' ? later : start_date,
    informed_on,
  })
}

/** Friday: placements of PAYE workers that end today end their employment, too. */
export function endEmployments(world: World, day: Day): Promise<void> {
  return onStage(world, async (stage) => {
    const ended = await stage.tx.rows<Made & { leave_date: Day }>(
      `select e.id, c.end_date as leave_date from business.employment e
       join contract.contract c on c.contractor_id = e.contractor_id and c.type = 'temp_placement'
       where e.leave_date is null and c.end_date between e.start_date and $1::date
         and not exists (select from contract.contract o where o.contractor_id = e.contractor_id
           and coalesce(o.end_date, $1::date) >= $1::date and o.id <> c.id and o.type = 'temp_placement')`,
      [day],
    )
    for (const one of ended) await stage.act(operations, 'business.employment.leave', one)
  })
}

/** For the first worker: HMRC's notice of a new code from next week's pay day on, and a council's order. */
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

/** A worker's operation next month, after the pay day of the run that is under way. */
export function enterAbsence(world: World, pay_day: Day): Promise<void> {
  return onStage(world, async (stage) => {
    const row = await stage.tx.row<Made>(
      `select e.id from business.employment e where e.contractor_id = $1 and e.leave_date is null
         and exists (select from transaction.payslip p where p.contractor_id = e.contractor_id)`,
      [businessId(world, 'moira_sinclair')],
    )
    if (row === undefined) return
    await stage.act(operations, 'transaction.statutory_absence.record', {
      employment_id: row.id,
      kind: 'ssp',
      first_day: addDays(pay_day, 17),
      last_day: addDays(pay_day, 30),
      qualifying_days: 'Mon Tue Wed Thu Fri',
      evidence: 'Letter of the hospital: a planned operation',
    })
  })
}

/** Each worker on retained holiday pay asks once for pay of a day off. */
export function takeHolidays(world: World, day: Day): Promise<void> {
  return onStage(world, async (stage) => {
    const free = await stage.tx.rows<{ employment_id: string; contractor_id: string; on: Day }>(
      `select distinct on (e.id) e.id as employment_id, e.contractor_id, d::date as on
       from business.employment e
       join transaction.timesheet t on t.contractor_id = e.contractor_id and t.status in ('approved', 'suspense')
         and t.deleted_at is null and t.end_date < $1::date and t.start_date >= e.start_date
       cross join lateral generate_series(t.start_date::timestamp, t.end_date::timestamp, interval '1 day') d
       where extract(isodow from d) <= 5 and e.leave_date is null
         and not exists (select from transaction.timesheet_detail w where w.timesheet_id = t.id and w.date = d::date
           and w.units > 0 and w.deleted_at is null)
         and not exists (select from transaction.holiday h where h.employment_id = e.id)
         and (select sum(m.hours) from transaction.holiday_movement m where m.employment_id = e.id) >= 8
       order by e.id, d desc`,
      [day],
    )
    for (const { employment_id, contractor_id, on } of free) {
      const person = [...world.businesses].find(([, id]) => id === contractor_id)?.[0]
      const { id } = await stage.act<Made>(
        person !== undefined && world.contacts.has(person) ? person : operations,
        'transaction.holiday.ask',
        { employment_id, first_day: on, last_day: on, hours: '7.5', comment: 'Family' },
      )
      stage.clock.advance({ minutes: 20 })
      await stage.act('agency_admin', 'transaction.holiday.approve', { id })
    }
  })
}
