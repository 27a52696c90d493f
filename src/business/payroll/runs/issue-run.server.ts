/** Figures, documents and payslips of a run that is approved. */
import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import { GBP } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { planNetPay } from '../../payments/creditors/keep-payments.server.ts'
import { timesheets } from '../../timesheets/timesheet-records.server.ts'
import { type Entry, keepFigures } from '../figures/keep-figures.server.ts'
import { amount_fields } from '../figures/payroll-figure.rules.ts'
import type { FiguresInput } from '../figures/payroll-input.server.ts'
import { payslip_amounts } from '../figures/payslip.rules.ts'
import { deductedFor, type FigurePence, penceText } from '../figures/run-figures.rules.ts'
import { issueFigures, type Part } from '../payslips/issue-payslips.server.ts'
import type { ComputedRun } from './compute-run.server.ts'
import type { RunSlip } from './compute-slip.server.ts'
import { keepHoliday } from './keep-holiday.server.ts'
import { keepOverpayments } from './keep-overpayments.server.ts'
import type { LockedRun } from './load-run.server.ts'
import { payBesides } from './pay-besides.server.ts'
import { slipFrequency } from './run-work.rules.ts'

type Sheet = Entry['sheet']

/** The timesheets of the run, locked, so that none is corrected while it is paid. */
export async function lockWork(context: VerbContext, id: string): Promise<ReadonlyMap<string, Sheet>> {
  const rows = await context.tx.rows<{ id: string }>(
    `select jsonb_object_keys(p.shares) as id from transaction.pay_run_payslip p where p.pay_run_id = $1 and p.withdrawn_as is null`,
    [id],
  )
  const sheets = await timesheets.lock(
    context,
    rows.map((row) => row.id),
  )
  return new Map(sheets.map((sheet) => [sheet.id, sheet]))
}

/** All of it or nothing. @throws precondition for work whose documents cannot be raised */
export async function issueRun(
  context: VerbContext,
  run: LockedRun,
  { slips }: ComputedRun,
  sheets: ReadonlyMap<string, Sheet>,
) {
  const { tx, clock } = context
  const entries = slips.flatMap((slip) =>
    Object.entries(slip.shares).map(
      ([timesheet_id, figures]): Entry => ({
        sheet: present(sheets.get(timesheet_id), 'a timesheet of the run'),
        figures: inputOf(run, figures, deductedFor(slip.kept.attached, slip.inputs.state.agreed)),
      }),
    ),
  )
  const kept = await keepFigures(context, 'engine', entries)
  await requireRaised(
    context,
    kept.map(({ timesheet_id }) => timesheet_id),
  )
  const figure_ids = kept.map((one) => one.id)
  const besides = slips.flatMap((slip) => besidesPart(run, slip))
  const issued = await issueFigures(context, figure_ids, { frequency: slipFrequency(run.frequency), besides })
  const linked = await tx.rows<{ contractor_id: string; payslip_id: string }>(
    `update transaction.pay_run_payslip p set payslip_id = s.id, updated_at = $3 from transaction.payslip s
     where p.pay_run_id = $1 and p.withdrawn_as is null and s.id = any ($2) and s.contractor_id = p.contractor_id
     returning p.contractor_id, p.payslip_id`,
    [run.id, issued.map(({ id }) => id), clock.now()],
  )
  const payslip_of = new Map(linked.map(({ contractor_id, payslip_id }) => [contractor_id, payslip_id]))
  await payBesides(context, run, slips, payslip_of)
  await keepHoliday(context, run, slips, payslip_of)
  await keepOverpayments(context, run, slips, payslip_of)
  await planNetPay(
    context,
    issued.map((one) => one.id),
  )
  return issued
}

/** Pay without a timesheet, as a part of its payslip. */
function besidesPart(run: LockedRun, { besides, contractor_id, worker }: RunSlip): Part[] {
  if (besides === null) return []
  const texts = payslip_amounts.map((field) => [field, penceText(besides.figures[field])] as const)
  return [
    {
      ...(Object.fromEntries(texts) as Record<(typeof payslip_amounts)[number], string>), // Every field once.
      id: null,
      timesheet: '',
      payslip: null,
      is_invoiced: true,
      frequency: slipFrequency(run.frequency),
      contractor_id,
      contractor_name: worker,
      ...{ provider_id: run.provider_id, agency_id: run.agency_id, currency_id: run.currency_id },
      alpha_code: GBP,
      pay_day: run.pay_day,
      period_number: run.period_number,
      former_id: null,
      former_has_payslip: true,
    },
  ]
}

function inputOf(
  { pay_day, period_number }: LockedRun,
  figures: FigurePence,
  deducted_for: string,
): FiguresInput {
  const texts = amount_fields.map((field) => [field, penceText(figures[field])] as const)
  return {
    ...(Object.fromEntries(texts) as Record<(typeof amount_fields)[number], string>), // Every field once.
    pay_day,
    period_number,
    ...(figures.other_deductions === 0 ? {} : { other_deductions_for: deducted_for }),
  }
}

/** Work whose documents cannot be raised is not paid either. @throws precondition with its reason */
async function requireRaised({ tx }: VerbContext, ids: readonly string[]): Promise<void> {
  const waiting = await tx.row<{ human_id: string; suspense_reason: string | null }>(
    `select human_id, suspense_reason from transaction.timesheet
     where id = any ($1) and status <> 'approved' order by human_id limit 1`,
    [ids],
  )
  if (waiting)
    throw precondition(
      `Timesheet ${waiting.human_id}: ${waiting.suspense_reason ?? 'its documents cannot be raised'}`,
    )
}
