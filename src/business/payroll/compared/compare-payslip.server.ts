import { z } from 'zod'
import { loadVisible, visibleSql } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { type EmploymentFacts, employmentStates } from '../employment/employment-state.server.ts'
import { noRates, taxYearOf } from '../employment/tax-code-source.rules.ts'
import { calculate } from '../engine/calculate.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import { isLastPeriod, tablePeriod } from '../engine/table-period.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { employmentOfSql } from '../payslip-employment.rules.ts'
import { penceText, readPence } from '../runs/run-figures.rules.ts'
import {
  type ComparedFigure,
  compared_figures,
  comparePayslip,
  comparison_readers,
} from './compared-figures.rules.ts'

const output = z.strictObject({
  /** Of a pay run: there is nothing to compare. */
  is_calculated: z.boolean(),
  /** The fact without which nothing is computed. */
  missing: z.string().nullable(),
  lines: z.array(
    z.strictObject({
      name: z.string(),
      bureau: z.string(),
      engine: z.string(),
      /** The bureau's figure less the engine's. */
      difference: z.string(),
      differs: z.boolean(),
      why: z.string(),
    }),
  ),
})
type Output = z.infer<typeof output>

type SlipRow = Readonly<Record<ComparedFigure | 'gross_pay' | 'holiday_pay', string>> & {
  readonly id: string
  readonly pay_date: Day
}

/** Computes the pay of a bureau's payslip from the facts of the employment. Changes nothing. */
export const comparePayslipFigures = verb({
  action_id: 'transaction.payslip.compare',
  since: '0.1.0',
  summary: 'Compares a bureau’s payslip with the engine’s own figures, each with its sentence',
  machine: 'allowed',
  impersonator: 'allowed',
  who: comparison_readers,
  is_reading: true,
  input: z.strictObject({ id: z.uuid() }),
  output,
  run: async (context, { id }) => {
    const { tx, viewer } = context
    const rows = await loadVisible<SlipRow>(tx, viewer, 'transaction.payslip', [id])
    const slip = rows[0] as SlipRow // As many rows as ids.
    const facts = await factsOf(context, id)
    if (facts.is_calculated) return { is_calculated: true, missing: null, lines: [] }
    return { is_calculated: false, ...(await compare(context, slip, facts)) }
  },
})

type SlipFacts = {
  readonly is_calculated: boolean
  readonly alpha_code: string
  readonly employment_id: string | null
}

async function factsOf({ tx }: VerbContext, id: string): Promise<SlipFacts> {
  const row = await tx.row<SlipFacts>(
    `select exists (select 1 from transaction.pay_run_payslip r where r.payslip_id = p.id) as is_calculated,
       y.alpha_code, ${employmentOfSql('p')} as employment_id
     from transaction.payslip p join platform.currency y on y.id = p.currency_id where p.id = $1`,
    [id],
  )
  return present(row, 'a payslip')
}

const missing = (what: string): Omit<Output, 'is_calculated'> => ({ missing: what, lines: [] })

async function compare(
  context: VerbContext,
  slip: SlipRow,
  { alpha_code, employment_id }: SlipFacts,
): Promise<Omit<Output, 'is_calculated'>> {
  const { pay_date } = slip
  const gross = readPence(slip.gross_pay)
  const holiday = readPence(slip.holiday_pay)
  const year = taxYearOf(pay_date)
  if (alpha_code !== 'GBP') return missing('Only pay in sterling is compared')
  if (gross < holiday || holiday < 0) return missing('A payslip that takes pay back is not compared')
  if (year === null) return missing(noRates(pay_date))
  const employment = await employmentFor(context, employment_id)
  if (employment === null) return missing('There is no employment of this worker on this pay day')
  const state = (await employmentStates(context, year, [employment], pay_date)).get(employment.id)
  if (state === undefined || 'missing' in state) return missing(state?.missing ?? 'There is no employment')
  const period_number = tablePeriod(pay_date, state.frequency)
  const computed = calculate(year, state, {
    pay_day: pay_date,
    period_number,
    elements: elementsOf(gross, holiday),
    already_paid: [],
    earlier_parts: [],
    after_leaving: employment.leave_date !== null && employment.leave_date < pay_date ? 'regular' : null,
    is_last_of_year: isLastPeriod(period_number, state.frequency),
  })
  const bureau = Object.fromEntries(
    compared_figures.map((field) => [field, readPence(slip[field])]),
  ) as Record<ComparedFigure, Pence> // Every figure once.
  const lines = comparePayslip(bureau, computed).map((line) => ({
    ...line,
    bureau: penceText(line.bureau),
    engine: penceText(line.engine),
    difference: penceText(line.difference),
  }))
  return { missing: null, lines }
}

/** Null also where the viewer does not read it: the two read the same. */
async function employmentFor(
  { tx, viewer }: VerbContext,
  id: string | null,
): Promise<EmploymentFacts | null> {
  const params: unknown[] = [id]
  const seen = visibleSql('business.employment', viewer, 'e', params)
  return (
    (await tx.row<EmploymentFacts>(
      `select e.* from business.employment e where e.id = $1 and ${seen}`,
      params,
    )) ?? null
  )
}

/** The bureau's gross pay: pay for work and holiday pay. */
function elementsOf(gross: Pence, holiday: Pence): PayElement[] {
  const counted = { taxable: true, niable: true, pensionable: true }
  const work: PayElement = { kind: 'basic', amount: gross - holiday, ...counted, nmw: true }
  return holiday === 0 ? [work] : [work, { kind: 'holiday', amount: holiday, ...counted, nmw: false }]
}
