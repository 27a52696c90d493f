/** Compares a bureau's payslips with the engine's, in a few statements for all payslips of one pay day. */
import { visibleSql } from '#data/visible.ts'
import type { Day } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'
import { isAfterLeavingSql } from '../employment/after-leaving.rules.ts'
import { employmentOfSql } from '../employment/payslip-employment.rules.ts'
import { noRates, taxYearOf } from '../employment/tax-code-source.rules.ts'
import { calculate } from '../engine/calculate.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import type { PeriodInput } from '../engine/period-input.rules.ts'
import { isLastPay, tablePeriod } from '../engine/table-period.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { readPence } from '../figures/run-figures.rules.ts'
import { type StatedTexts, statedFacts } from '../figures/stated-facts.rules.ts'
import { type EmploymentFacts, employmentStates, type StateOrFault } from '../runs/employment-state.server.ts'
import {
  type ComparedFigure,
  type ComparedLine,
  compared_figures,
  comparePayslip,
} from './compared-figures.rules.ts'
import type { FoundCause } from './difference-cause.rules.ts'
import { causesOf } from './difference-causes.rules.ts'

/** A payslip that the viewer reads. */
export type SlipRow = Readonly<Record<ComparedFigure | 'gross_pay' | 'holiday_pay', string>> & {
  readonly id: string
  readonly pay_date: Day
}

type SlipFacts = StatedTexts & {
  readonly id: string
  readonly is_calculated: boolean
  readonly alpha_code: string
  readonly employment_id: string | null
  readonly is_after_leaving: boolean
}

export type ComparedSlip = {
  readonly id: string
  /** The fact without which nothing is computed. */
  readonly missing: string | null
  readonly used: { readonly tax_code: string | null; readonly ni_letter: string | null }
  readonly lines: readonly ComparedLine[]
  readonly causes: readonly FoundCause[]
}

/** By payslip; payslips of pay runs are left out. */
export async function compareSlips(
  context: VerbContext,
  slips: readonly SlipRow[],
): Promise<ReadonlyMap<string, ComparedSlip>> {
  const facts = await factsOf(
    context,
    slips.map(({ id }) => id),
  )
  const compared = new Map<string, ComparedSlip>()
  for (const [pay_day, of_day] of Map.groupBy(slips, ({ pay_date }) => pay_date)) {
    const year = taxYearOf(pay_day)
    const employments = await employmentsFor(
      context,
      of_day.flatMap(({ id }) => facts.get(id)?.employment_id ?? []),
    )
    const states =
      year === null
        ? new Map<string, StateOrFault>()
        : await employmentStates(context, year, [...employments.values()], pay_day)
    for (const slip of of_day) {
      const of = facts.get(slip.id)
      if (of === undefined || of.is_calculated) continue
      const employment = of.employment_id === null ? undefined : employments.get(of.employment_id)
      compared.set(slip.id, compareSlip(slip, of, { year, employment, states }))
    }
  }
  return compared
}

async function factsOf({ tx }: VerbContext, ids: readonly string[]): Promise<ReadonlyMap<string, SlipFacts>> {
  // Figures that correct others come last.
  const stated = (field: 'tax_code' | 'ni_letter') =>
    `(select f.${field} from transaction.payroll_figure f where f.payslip_id = p.id and f.deleted_at is null
       and f.${field} is not null order by f.version desc, f.id desc limit 1) as ${field}`
  const rows = await tx.rows<SlipFacts>(
    `select p.id, exists (select 1 from transaction.pay_run_payslip r where r.payslip_id = p.id) as is_calculated,
       y.alpha_code, ${employmentOfSql('p')} as employment_id, ${stated('tax_code')}, ${stated('ni_letter')},
       exists (select from business.employment e where e.id = ${employmentOfSql('p')}
         and ${isAfterLeavingSql('e', 'p.pay_date')}) as is_after_leaving
     from transaction.payslip p join platform.currency y on y.id = p.currency_id where p.id = any ($1)`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** An employment that the viewer may not read is left out, as if there were none. */
async function employmentsFor(
  { tx, viewer }: VerbContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EmploymentFacts>> {
  const params: unknown[] = [ids]
  const seen = visibleSql('business.employment', viewer, 'e', params)
  const rows = await tx.rows<EmploymentFacts>(
    `select e.* from business.employment e where e.id = any ($1) and ${seen}`,
    params,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

type Found = {
  readonly year: TaxYear | null
  readonly employment: EmploymentFacts | undefined
  readonly states: ReadonlyMap<string, StateOrFault>
}

function compareSlip(slip: SlipRow, facts: SlipFacts, { year, employment, states }: Found): ComparedSlip {
  const { id, pay_date } = slip
  const used = { tax_code: facts.tax_code ?? null, ni_letter: facts.ni_letter ?? null }
  const missing = (what: string): ComparedSlip => ({ id, used, missing: what, lines: [], causes: [] })
  const gross = readPence(slip.gross_pay)
  const holiday = readPence(slip.holiday_pay)
  if (facts.alpha_code !== 'GBP') return missing('Only pay in sterling is compared')
  if (gross < holiday || holiday < 0) return missing('A payslip that takes pay back is not compared')
  if (year === null) return missing(noRates(pay_date))
  if (employment === undefined) return missing('There is no employment of this worker on this pay day')
  const state = states.get(employment.id)
  if (state === undefined || 'missing' in state) return missing(state?.missing ?? 'There is no employment')
  const period_number = tablePeriod(pay_date, state.frequency)
  const run: PeriodInput = {
    pay_day: pay_date,
    period_number,
    elements: elementsOf(gross, holiday),
    already_paid: [],
    earlier_parts: [],
    after_leaving: facts.is_after_leaving ? 'regular' : null,
    is_last_of_year: isLastPay(pay_date, state.frequency, employment.leave_date),
  }
  const bureau = Object.fromEntries(
    compared_figures.map((field) => [field, readPence(slip[field])]),
  ) as Record<ComparedFigure, Pence> // Every figure once.
  return {
    id,
    used,
    missing: null,
    lines: comparePayslip(bureau, calculate(year, state, run)),
    causes: causesOf({ year, state, run, bureau, stated: statedFacts(facts, year) }),
  }
}

/** The bureau's gross pay: pay for work and holiday pay. */
function elementsOf(gross: Pence, holiday: Pence): PayElement[] {
  const counted = { taxable: true, niable: true, pensionable: true }
  const work: PayElement = { kind: 'basic', amount: gross - holiday, ...counted, nmw: true }
  return holiday === 0 ? [work] : [work, { kind: 'holiday', amount: holiday, ...counted, nmw: false }]
}
