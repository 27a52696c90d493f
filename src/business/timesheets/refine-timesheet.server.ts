import { z } from 'zod'
import { commission_roles } from '#entity/roles.ts'
import { present } from '#kernel/assert.ts'
import { conflict } from '#kernel/errors.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { parseMoney, sum } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { refuseEndedPay } from '../corrections/ended-pay.server.ts'
import type { ReportDocument, ReportFacts } from '../corrections/refine-report.rules.ts'
import { reportRows, reportWords } from '../corrections/refine-report.rules.ts'
import { refinement } from '../invoices/invoice-set.entity.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { readSets } from '../settlement/load-cash.server.ts'
import { documentReasonInput } from '../shared/chosen-input.server.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import { commission_invoice_types } from '../shared/own-rows.access.ts'
import { partiesOf } from '../shared/party-columns.rules.ts'
import { addsHours } from './added-hours.rules.ts'
import { refineDifference } from './refine-difference.server.ts'
import { refineFull } from './refine-full.server.ts'
import { readHours } from './refine-hours.server.ts'
import type { Refinable } from './refine-load.server.ts'
import { lockRefinable } from './refine-load.server.ts'
import { isPayroll } from './refine-payroll.server.ts'
import { who } from './timesheet.rules.ts'
import { detailsInput } from './timesheet-input.server.ts'
import { timesheets } from './timesheet-records.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  /** The version on the page: a refinement by somebody else in between is a conflict. */
  version: z.int().optional(),
  mode: z.enum(['full', 'difference']),
  /** The whole corrected timesheet, in both modes. */
  details: detailsInput,
  reason: documentReasonInput,
  /** The approver decides again, and the approval raises the documents: always, where hours are added. */
  re_approval: z.boolean().default(false),
})
type Input = z.infer<typeof input>

const refinementReportAnswer = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        type: z.enum([
          'provider-client',
          'agency-client',
          'funder-client',
          'agency-funder',
          'funder-agency',
          'contractor-agency',
          'agency-provider',
          'provider-agency',
          'platform_fee',
          'agency_earnings',
          'apprenticeship_levy',
          'employer_ni',
          'employer_pension',
          'holiday_pay_retained',
        ]),
        label: z.string(),
        before: z.string(),
        after: z.string(),
        change: z.string(),
      }),
    )
    .readonly(),
  words: z.array(z.string()).readonly(),
})
type RefinementReport = z.infer<typeof refinementReportAnswer>
type RefinementStatus = 'pending_approval' | 'pending_invoices' | 'completed'
const answer = refinementReportAnswer.extend({
  id: z.uuid(),
  human_id: z.string(),
  status: z.enum(['completed', 'pending_approval', 'pending_invoices']),
  timesheet_id: z.uuid(),
  differences: z
    .array(z.strictObject({ id: z.uuid(), human_id: z.string(), total_units: z.string() }))
    .readonly(),
})
type Answer = z.infer<typeof answer>

/**
 * Corrects invoiced work in one transaction: credits the old documents, raises the new ones, and moves payments to
 * them (money.md §1.8).
 */
export const refineTimesheet = verb({
  action_id: 'transaction.timesheet.refine',
  since: '0.1.0',
  summary: 'Refines an invoiced timesheet: credits its documents and raises new ones',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.refine,
  input,
  output: answer,
  run: (context, asked) => refine(context, asked),
})

/** The same refinement, run and rolled back, so that the preview equals the result. */
export const previewRefinement = verb({
  action_id: 'transaction.timesheet.preview_refinement',
  since: '0.1.0',
  summary: 'Shows the documents that a refinement would make',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.refine,
  is_reading: true,
  input,
  output: refinementReportAnswer,
  run: async (context, asked) => {
    const { tx } = context
    const silent: VerbContext = { ...context, audit: () => undefined, enqueue: () => undefined }
    await tx.run('savepoint look')
    const { rows, words } = await refine(silent, asked)
    await tx.run('rollback to savepoint look')
    return { rows, words }
  },
})

async function refine(context: VerbContext, asked: Input): Promise<Answer> {
  const [locked] = await timesheets.lockFor(context, 'refine', [asked.id])
  const sheet = present(locked, 'the timesheet')
  const refinable = await lockRefinable(context, sheet)
  if (asked.version !== undefined && asked.version !== refinable.sheet.version)
    throw conflict(`Somebody else has refined timesheet ${sheet.human_id} meanwhile: please look again`)
  const before = refinable.from.documents
  const is_payroll = isPayroll(refinable.from.base)
  if (is_payroll) await refuseEndedPay(context, sheet.id)
  const after_approval = is_payroll ? 'pending_invoices' : 'completed'
  const hours = await readHours(context, refinable.sheet, asked.details)
  const adds_hours = addsHours(hours.worked, hours.wanted)
  // Nobody adds hours alone: somebody else approves them before they raise documents (decision 0042).
  const re_approval = asked.re_approval || adds_hours
  const correction = { ...asked, re_approval }
  const status: RefinementStatus = re_approval ? 'pending_approval' : after_approval
  const refinement = await insertRefinement(context, refinable, correction, status)
  const differences =
    asked.mode === 'difference'
      ? await refineDifference(context, refinable, correction, hours, refinement)
      : []
  if (asked.mode === 'full') await refineFull(context, refinable, correction, refinement)
  context.audit({
    entity: 'transaction.refinement',
    entity_id: refinement.id,
    new_values: {
      human_id: refinement.human_id,
      mode: asked.mode,
      status,
      re_approval,
      reason: asked.reason,
      timesheet_id: sheet.id,
      differences: differences.map((one) => one.human_id),
    },
  })
  const report = await reportOf(context, refinable, before, refinement.id, {
    re_approval,
    adds_hours,
    is_payroll,
  })
  return { ...refinement, status, timesheet_id: sheet.id, differences, ...report }
}

async function insertRefinement(
  { tx, viewer, clock }: VerbContext,
  { sheet }: Refinable,
  { mode, reason, re_approval }: Input,
  status: RefinementStatus,
): Promise<{ id: string; human_id: string }> {
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, 'RFN')
  await insertRow(tx, refinement, {
    id,
    human_id,
    mode,
    reason,
    status,
    re_approval,
    transaction_id: sheet.id,
    transaction_type: 'timesheet',
    ...partiesOf(sheet),
    created_by: viewer.user_id,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  return { id, human_id }
}

/** Counted from the actual rows, not from the steps' intent; only rows visible to the viewer. */
async function reportOf(
  { tx, viewer }: VerbContext,
  { from, cash }: Refinable,
  before: readonly CashDocument[],
  refinement_id: string,
  waits: Pick<ReportFacts, 're_approval' | 'adds_hours' | 'is_payroll'>,
): Promise<RefinementReport> {
  const { currency } = from.base
  const made = await tx.rows<{ id: string }>(
    'select id from transaction.invoice_set where refinement_id = $1 order by id',
    [refinement_id],
  )
  const after = await readSets(tx, [...new Set([from.base.id, ...made.map((row) => row.id)])])
  const hidden: readonly string[] =
    viewer.category === 'agency' && !commission_roles.some((role) => viewer.roles.includes(role))
      ? commission_invoice_types
      : []
  const shown = (documents: readonly CashDocument[]) =>
    documents.filter((one) => !hidden.includes(one.type)).map((one) => counted(one, currency))
  const facts: ReportFacts = {
    currency,
    ...waits,
    before: shown(before),
    after: shown(after),
    unmatched: await unmatchedNow(tx, cash, currency),
  }
  return { rows: reportRows(facts), words: reportWords(facts) }
}

function counted(document: CashDocument, currency: CurrencyCode): ReportDocument {
  return {
    type: document.type,
    total_amount: parseMoney(document.total_amount, currency),
    outstanding_balance: parseMoney(document.outstanding_balance, currency),
    paid_amount: parseMoney(document.paid_amount, currency),
  }
}

/** The client's payments on these documents, less the part matched with the new ones. */
async function unmatchedNow(
  tx: VerbContext['tx'],
  cash: Refinable['cash'],
  currency: CurrencyCode,
): Promise<Money> {
  const ids = [...new Set(cash.map((line) => line.receipt.id))]
  const rows = await tx.rows<{ id: string; unmatched_amount: string }>(
    'select id, unmatched_amount from transaction.payment_receipt_summary where id = any ($1)',
    [ids],
  )
  const before = new Map(cash.map((line) => [line.receipt.id, line.receipt.unmatched_amount]))
  return sum(
    currency,
    rows.flatMap((row) => {
      const was = parseMoney(before.get(row.id) ?? '0', currency)
      const now = parseMoney(row.unmatched_amount, currency)
      return [now, { ...was, minor: was.minor === 0 ? 0 : -was.minor }]
    }),
  )
}
