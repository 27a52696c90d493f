/** Payroll of the demo world: pay runs of the agencies whose pay is calculated, and figures as a bureau sends them. */
import { payPeriod } from '#business/payroll/engine/pay-period.rules.ts'
import { computeRun } from '#business/payroll/runs/compute-run.server.ts'
import { taxYearStart } from '#business/shared/tax-year-start.rules.ts'
import { present } from '#kernel/assert.ts'
import { addDays, type Day, partsOf, weekday } from '#kernel/day.ts'
import { formatMoney, GBP, money } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { attempt } from './attempt.ts'
import type { AgencyKey } from './cast-types.ts'
import { makeAccount, payoutAccount } from './make-accounts.ts'
import { calculated_agencies, enterAbsence, hasRates, schemeId } from './payroll-people.ts'
import { businessId, onStage, type Stage, viewerOf, type World } from './stage.ts'

const operations = 'provider_operations'
const friday = 5

/**
 * Thursday: pays the payslips of the week before, then makes and reports those of tomorrow's pay day. The run of today or
 * of a day to come is left to leaveRuns, and the returns of the last pay day stay open for the demo's users.
 */
export function runPayroll(world: World, day: Day, today: Day): Promise<void> {
  return onStage(world, async (stage) => {
    await confirmPaid(stage)
    const pay_day = addDays(day, 1)
    if (pay_day >= today || !hasRates(pay_day)) return
    for (const agency of calculated_agencies)
      await payRun(world, stage, { agency, pay_day, until: 'approved' })
    await openAccounts(stage)
    await importFigures(world, stage, pay_day)
    await issuePayslips(stage)
    await reportRuns(stage, pay_day, addDays(pay_day, 7) < today)
  })
}

type Built = { readonly id: string }

async function reportRuns(stage: Stage, pay_day: Day, is_filed: boolean): Promise<void> {
  const runs = await stage.tx.rows<{ id: string }>(
    `select id from transaction.pay_run where status = 'approved' and pay_day = $1 order by human_id`,
    [pay_day],
  )
  for (const run of runs) {
    const built = await stage.act<Built>(operations, 'transaction.rti_submission.build_fps', {
      pay_run_id: run.id,
    })
    if (is_filed) await fileReturn(stage, built.id)
  }
}

/** Files a return that is ready with another program; its receipt shows the mark of the file. */
export async function fileReturn(stage: Stage, id: string): Promise<void> {
  const row = await stage.tx.row<{ receipt_mark: string | null }>(
    'select receipt_mark from transaction.rti_submission where id = $1',
    [id],
  )
  if (typeof row?.receipt_mark === 'string')
    await stage.act(operations, 'transaction.rti_submission.file_outside', { id, receipt: row.receipt_mark })
}

/** Accounts of new creditors: HMRC, pension providers and authorities, as their letters state them. */
async function openAccounts(stage: Stage): Promise<void> {
  const creditors = await stage.tx.rows<{ id: string; name: string }>(
    `select b.id, b.name from business.business b where b.type = 'creditor' and b.deleted_at is null
       and not exists (select from business.bank_account a where a.business_id = b.id) order by b.name`,
  )
  for (const { id, name } of creditors)
    await makeAccount(stage, operations, id, payoutAccount(name, 'GBP'), 'payout')
}

/** The runs of the next pay day: one waits for reasons of its warnings, one for its approver. */
export async function leaveRuns(world: World, today: Day): Promise<void> {
  const pay_day = addDays(today, (friday + 7 - weekday(today)) % 7)
  if (!hasRates(pay_day)) return
  await onStage(world, async (stage) => {
    await payRun(world, stage, { agency: 'larkfield', pay_day, until: 'calculated' })
    await payRun(world, stage, { agency: 'meridian', pay_day, until: 'checked' })
  })
  await enterAbsence(world, pay_day)
}

/** Issues the P45 of each worker with a leave date. */
export function issueP45s(world: World): Promise<void> {
  return onStage(world, async (stage) => {
    const leavers = await stage.tx.rows<{ id: string }>(
      'select e.id from business.employment e where e.leave_date < $1 order by e.payroll_id',
      [stage.clock.today()],
    )
    for (const { id } of leavers)
      await attempt(stage, operations, 'transaction.tax_form.issue', { employment_id: id, kind: 'p45' })
  })
}

type Run = {
  readonly agency: AgencyKey
  readonly pay_day: Day
  readonly until: 'calculated' | 'checked' | 'approved'
}
type Calculated = { readonly payslips: number; readonly stops: number; readonly warnings: number }

async function payRun(world: World, stage: Stage, { agency, pay_day, until }: Run): Promise<void> {
  if (!(await waitsForPay(world, stage, agency))) return
  const { id } = await stage.act<{ id: string }>(operations, 'transaction.pay_run.open', {
    paye_scheme_id: await schemeId(world, stage, agency),
    frequency: 'week',
    pay_day,
  })
  const found = await stage.act<Calculated>(operations, 'transaction.pay_run.calculate', { id })
  // Work of a worker whose pay cannot be computed waits for the next run.
  if (found.payslips === 0 || found.stops > 0) {
    await stage.act(operations, 'transaction.pay_run.cancel', { id, reason: 'Put right for the next run' })
    return
  }
  if (until === 'calculated') return
  if (found.warnings > 0) await answerWarnings(stage, id)
  const checked = await stage.act<{ content_hash: string }>(operations, 'transaction.pay_run.check', { id })
  if (until === 'checked') return
  stage.clock.advance({ hours: 1 })
  const { content_hash } = checked
  await stage.act('provider_approver', 'transaction.pay_run.approve', { id, content_hash })
}

async function waitsForPay(world: World, stage: Stage, agency: AgencyKey): Promise<boolean> {
  const row = await stage.tx.row<{ waits: boolean }>(
    `select exists (select from transaction.timesheet t
       join business.business k on k.id = t.contractor_id and k.payment_type = 'paye'
       where t.agency_id = $1 and t.status = 'suspense' and t.deleted_at is null) as waits`,
    [businessId(world, agency)],
  )
  return row?.waits ?? false
}

async function answerWarnings(stage: Stage, id: string): Promise<void> {
  const rows = await stage.tx.rows<{ id: string }>(
    `select id from transaction.pay_run_check where pay_run_id = $1 and level = 'warning' and reason is null order by id`,
    [id],
  )
  await stage.act(operations, 'transaction.pay_run_check.answer', {
    ids: rows.map((row) => row.id),
    reason: 'Compared with the timesheets and the worker’s file',
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

/** Payslips that no batch pays: a bureau's, and those whose net pay left by hand. */
async function confirmPaid(stage: Stage): Promise<void> {
  const due = await stage.tx.rows<{ id: string }>(
    `select p.id from transaction.payslip p where p.status = 'issued' and p.pay_date <= $1
       and not exists (select from transaction.payroll_payment w
         join payment.payment_batch_item i on i.payroll_payment_id = w.id and i.status in ('included', 'held')
         where w.payslip_id = p.id)
     order by p.human_id`,
    [stage.clock.today()],
  )
  if (due.length > 0)
    await stage.act(operations, 'transaction.payslip.confirm_paid', { ids: due.map((row) => row.id) })
}

/** A bureau computes by the same rule: the demo computes a run without storing it. */
async function importFigures(world: World, stage: Stage, pay_day: Day): Promise<void> {
  if (!(await waitsForPay(world, stage, 'copperbeech'))) return
  const { tx, clock } = stage
  const agency_id = businessId(world, 'copperbeech')
  const viewer = await viewerOf(world, tx, operations)
  const context: VerbContext = { ...discarding_context, tx, clock, viewer }
  const { period_number } = payPeriod(pay_day, 'week')
  const gbp = await tx.row<{ id: string }>(`select id from platform.currency where alpha_code = 'GBP'`)
  const { slips } = await computeRun(context, {
    id: agency_id,
    paye_scheme_id: await schemeId(world, stage, 'copperbeech'),
    agency_id,
    frequency: 'week',
    pay_day,
    tax_year: partsOf(taxYearStart(pay_day)).year,
    period_number,
    currency_id: present(gbp, 'the pound').id,
    provider_id: viewer.business_id,
  })
  const shares = slips.flatMap((slip) => Object.entries(slip.shares))
  const sheets = await tx.rows<{ id: string; human_id: string }>(
    'select id, human_id from transaction.timesheet where id = any ($1) order by human_id',
    [shares.map(([id]) => id)],
  )
  const figures_of = new Map(shares)
  const rows = sheets.map(({ id, human_id }) => {
    const figures = Object.entries(present(figures_of.get(id), 'the figures of a timesheet'))
    const amounts = figures.map(([name, pence]) => [name, formatMoney(money(pence, GBP))] as const)
    return { timesheet: human_id, pay_day, period_number, ...Object.fromEntries(amounts) }
  })
  if (rows.length > 0) await stage.act(operations, 'transaction.payroll_figure.import', { rows })
}

/** The bureau changes nothing here. */
const discarding_context: Omit<VerbContext, 'tx' | 'clock' | 'viewer'> = {
  action_id: 'transaction.pay_run.calculate',
  audit: () => undefined,
  enqueue: () => undefined,
  encrypt: (text) => text,
  sends_returns: false,
  sends_messages: false,
  checks_vat: false,
  open_networks: [],
  registerAnswer: () => Promise.resolve('not_set_up'),
  txtOf: () => Promise.resolve([]),
}
