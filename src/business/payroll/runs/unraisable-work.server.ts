/** Timesheets without documents that can be raised are left out of their pay run: the other workers are paid. */
import type { VerbContext } from '#server/verb.ts'
import { unraisable } from '../../raising/raise-invoice-sets.server.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import type { RunSlip } from './compute-slip.server.ts'
import type { RunFacts, RunWork } from './run-work.rules.ts'

type Slips = { readonly slips: readonly Pick<RunSlip, 'shares'>[] }

/** Computes again without the work that is refused, until none is. */
export async function withoutUnraisable<Computed extends Slips>(
  context: VerbContext,
  run: Pick<RunFacts, 'pay_day'>,
  works: readonly RunWork[],
  compute: (left_out: ReadonlyMap<string, string>) => Promise<Computed>,
): Promise<Computed> {
  // Work that a refinement takes off is credited, and not raised.
  const raised = new Set(works.filter((work) => !work.is_reduction).map((work) => work.timesheet_id))
  let left_out: ReadonlyMap<string, string> = new Map()
  for (;;) {
    const computed = await compute(left_out)
    const refused = await unraisable(context, figuresOfSlips(run, computed, raised))
    if (refused.size === 0) return computed
    left_out = new Map([...left_out, ...refused])
  }
}

function figuresOfSlips(
  { pay_day }: Pick<RunFacts, 'pay_day'>,
  { slips }: Slips,
  raised: ReadonlySet<string>,
) {
  const shares = slips.flatMap((slip) => Object.entries(slip.shares)).filter(([id]) => raised.has(id))
  return new Map(
    shares.map(([timesheet_id, figures]) => [
      timesheet_id,
      {
        timesheet_id,
        pay_day,
        gross_pay: penceText(figures.gross_pay),
        holiday_pay: penceText(figures.holiday_pay),
        employer_ni: penceText(figures.employer_ni),
        employer_pension: penceText(figures.employer_pension),
        apprenticeship_levy: penceText(figures.apprenticeship_levy),
        holiday_pay_retained: penceText(figures.holiday_pay_retained),
      },
    ]),
  )
}
