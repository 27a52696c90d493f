/** Stores the computed payslips in place of the earlier ones. */
import { toNumericText, unitsFromScaled } from '#kernel/rate.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRows, updateRow } from '#server/write-row.server.ts'
import { cost_fields, deduction_fields } from '../figures/payroll-figure.rules.ts'
import { payslip_amounts } from '../figures/payslip.rules.ts'
import { type FigurePence, penceText } from '../figures/run-figures.rules.ts'
import type { ComputedRun } from './compute-run.server.ts'
import type { RunSlip } from './compute-slip.server.ts'
import { type LockedRun, withPreparer } from './load-run.server.ts'
import { pay_run, pay_run_check, pay_run_payslip } from './pay-run.entity.ts'
import { fitsRun } from './pay-run.rules.ts'
import type { Finding } from './run-checks.rules.ts'

const totalOf = (slips: readonly RunSlip[], fields: readonly (keyof FigurePence)[]): string =>
  penceText(slips.reduce((sum, { figures }) => sum + fields.reduce((of, field) => of + figures[field], 0), 0))

/** `job_id` is of the job that computed them. @throws precondition above the most payslips */
export async function keepRun(
  context: VerbContext,
  run: LockedRun,
  computed: ComputedRun,
  job_id: string | null,
): Promise<void> {
  const { tx, viewer, clock } = context
  const { slips, findings } = computed
  requireCan(fitsRun(slips.length))
  const answers = await readAnswers(context, run.id)
  await tx.run('delete from transaction.pay_run_payslip where pay_run_id = $1 and withdrawn_as is null', [
    run.id,
  ])
  await tx.run('delete from transaction.pay_run_check where pay_run_id = $1', [run.id])
  await insertSlips(context, run, slips)
  await insertFindings(context, run, findings, answers)
  const levels = Map.groupBy(findings, ({ level }) => level)
  const totals = {
    payslip_count: slips.length,
    stop_count: levels.get('stop')?.length ?? 0,
    warning_count: levels.get('warning')?.length ?? 0,
    gross_pay: totalOf(slips, ['gross_pay']),
    deductions: totalOf(slips, deduction_fields),
    net_pay: totalOf(slips, ['net_pay']),
    employer_costs: totalOf(slips, cost_fields),
    last_gross_pay: computed.last_gross === null ? null : penceText(computed.last_gross),
    last_net_pay: computed.last_net === null ? null : penceText(computed.last_net),
    content_hash: computed.hash,
  }
  await updateRow(tx, pay_run, run.id, {
    ...totals,
    status: 'calculated',
    checker: null,
    checked_at: null,
    went_back_at: null,
    went_back_for: null,
    job_id,
    // The run takes their corrections: another person approves it.
    prepared_by: [...new Set([...withPreparer(run.prepared_by, viewer), ...computed.entered_by])],
    updated_at: clock.now(),
  })
  context.audit({
    entity: 'transaction.pay_run',
    entity_id: run.id,
    old_values: { status: run.status, content_hash: run.content_hash },
    new_values: { status: 'calculated', ...totals },
  })
}

async function insertSlips(context: VerbContext, run: LockedRun, slips: readonly RunSlip[]): Promise<void> {
  const { tx, clock } = context
  const at = clock.now()
  await insertRows(
    tx,
    pay_run_payslip,
    slips.map(({ figures, hours, last_net, worker: _, accruals: _a, ...slip }) => ({
      ...slip,
      ...(Object.fromEntries(payslip_amounts.map((field) => [field, penceText(figures[field])])) as Record<
        (typeof payslip_amounts)[number],
        string
      >), // Every field once.
      id: newUuid(clock),
      pay_run_id: run.id,
      hours: toNumericText(unitsFromScaled(hours)),
      last_net_pay: last_net === null ? null : penceText(last_net),
      net_change: last_net === null ? null : penceText(figures.net_pay - last_net),
      payslip_id: null,
      withdrawn_as: null,
      invoice_set_id: null,
      currency_id: run.currency_id,
      provider_id: run.provider_id,
      agency_id: run.agency_id,
      created_at: at,
      updated_at: at,
    })),
  )
}

type Answer = { readonly reason: string; readonly answered_by: string; readonly answerer: string }
const keyOf = (of: Pick<Finding, 'code' | 'contractor_id' | 'sentence'>): string =>
  [of.code, of.contractor_id ?? '', of.sentence].join('|')

/** Reasons of warnings: a warning that is found again in the same words keeps its reason. */
async function readAnswers({ tx }: VerbContext, id: string): Promise<ReadonlyMap<string, Answer>> {
  const rows = await tx.rows<Answer & Pick<Finding, 'code' | 'contractor_id' | 'sentence'>>(
    `select code, contractor_id, sentence, reason, answered_by, answerer from transaction.pay_run_check
     where pay_run_id = $1 and reason is not null`,
    [id],
  )
  return new Map(rows.map((row) => [keyOf(row), row]))
}

async function insertFindings(
  { tx, clock }: VerbContext,
  run: LockedRun,
  findings: readonly Finding[],
  answers: ReadonlyMap<string, Answer>,
): Promise<void> {
  const at = clock.now()
  await insertRows(
    tx,
    pay_run_check,
    findings.map((finding) => {
      const answer = finding.level === 'warning' ? answers.get(keyOf(finding)) : undefined
      return {
        ...finding,
        id: newUuid(clock),
        pay_run_id: run.id,
        reason: answer?.reason ?? null,
        answered_by: answer?.answered_by ?? null,
        answerer: answer?.answerer ?? null,
        provider_id: run.provider_id,
        agency_id: run.agency_id,
        created_at: at,
        updated_at: at,
      }
    }),
  )
}
