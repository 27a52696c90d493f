import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { notFound, precondition } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { payPeriod, taxMonth } from '../engine/pay-period.rules.ts'
import type { pay_run } from '../runs/pay-run.entity.ts'
import { type FpsFacts, fpsContent, fpsFaults } from './fps.rules.ts'
import {
  type Before,
  endIn,
  keepReturn,
  type NewReturn,
  type SchemeOfReturn,
  schemeOfReturn,
} from './keep-return.server.ts'
import { readFpsEmployees } from './read-fps.server.ts'
import { late_reasons } from './rti-submission.entity.ts'
import { fact_columns, who } from './rti-submission.rules.ts'

const input = z.strictObject({
  pay_run_id: z.uuid(),
  late_reason: z.enum(late_reasons.map(({ value }) => value)).optional(),
  is_final: z.boolean().default(false),
})

type Run = ReadRow<typeof pay_run, 'id human_id status paye_scheme_id frequency tax_year'> & {
  readonly pay_day: Day
}

export const builtOutput = z.strictObject({
  id: z.uuid(),
  human_id: z.string(),
  status: z.enum(['built', 'validated']),
  faults: z.array(
    z.strictObject({ name: z.string(), sentence: z.string(), contractor_id: z.uuid().optional() }),
  ),
})

/**
 * Builds the Full Payment Submission of an approved pay run. What is missing is named beside the worker; a build replaces
 * the one before until it is sent or filed, and stands beside one that HMRC rejected.
 * @throws precondition for a run that is not approved; conflict when the return was filed
 */
export const buildFps = verb({
  action_id: 'transaction.rti_submission.build_fps',
  since: '0.1.0',
  summary: 'Builds the Full Payment Submission of a pay run',
  machine: 'refused',
  impersonator: 'refused',
  who: who.build,
  input,
  output: builtOutput,
  run: async (context, { pay_run_id, late_reason, is_final }) => {
    const { tx, viewer, clock } = context
    const [run] = await loadVisible<Run>(tx, viewer, 'transaction.pay_run', [pay_run_id], {
      lock: true,
      columns: 't.id, t.human_id, t.status, t.paye_scheme_id, t.frequency, t.pay_day, t.tax_year',
    })
    if (!run) throw notFound('Pay run')
    if (run.status !== 'approved' && run.status !== 'paid')
      throw precondition(
        `Pay run ${run.human_id} is ${run.status}: its payments are reported once it is approved`,
      )
    const scheme = present(await schemeOfReturn(context, run.paye_scheme_id), 'the scheme of a run')
    const before = await tx.row<Before>(
      `select ${fact_columns} from transaction.rti_submission t where t.pay_run_id = $1 and t.status <> 'rejected'`,
      [pay_run_id],
    )
    const { tax_year, pay_day } = run
    const facts = {
      employer: scheme,
      tax_year,
      pay_day,
      today: clock.today(),
      late_reason: late_reason ?? null,
      is_final,
      ended_on: endIn(scheme, tax_year),
      employees: await readFpsEmployees(tx, run),
    }
    return keepFps(context, scheme, { pay_run_id, year_correction_id: null }, facts, before)
  },
})

/** Keeps the return of a pay run or of a correction, or the faults that stand against it. */
export async function keepFps(
  context: VerbContext,
  scheme: SchemeOfReturn,
  of: Pick<NewReturn, 'pay_run_id' | 'year_correction_id'>,
  facts: FpsFacts,
  before: Before | undefined,
): Promise<z.infer<typeof builtOutput>> {
  const { tax_year, pay_day, late_reason, is_final, employees } = facts
  const faults = fpsFaults(facts)
  const tax_month = payPeriod(pay_day, 'month').period_number
  const kept = await keepReturn(
    context,
    scheme,
    {
      kind: 'fps',
      ...of,
      tax_year,
      tax_month,
      period_end: taxMonth(tax_year, tax_month).to,
      employee_count: employees.length,
      late_reason,
      is_final,
      no_payment: false,
      inactive_months: 0,
      claims_allowance: false,
    },
    faults.length > 0 ? { faults } : { content: fpsContent(facts) },
    before,
  )
  return { ...kept, faults: [...kept.faults] }
}
