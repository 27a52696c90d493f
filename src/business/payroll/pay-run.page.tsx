/** One pay run: totals beside the last run, checks, payslips, and the next step of its two people. */

import { useState } from 'react'
import { countText } from '#kernel/count-text.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { useViewer } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { amountText } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { useChecks } from './pay-run-checks.hook.ts'
import { RunReturn } from './returns/run-return.card.tsx'
import { WentBack } from './run-sources/went-back.card.tsx'
import { LeftOutWork } from './runs/left-out.card.tsx'
import { pay_run } from './runs/pay-run.entity.ts'
import { pay_run_payslips_tab, withdrawn_payslips_tab } from './runs/pay-run.list.tsx'
import {
  can,
  type PayRunAction,
  type PayRunFacts,
  type PayRunStatus,
  runJobOf,
} from './runs/pay-run.rules.ts'
import { Checks } from './runs/pay-run-checks.card.tsx'
import { RunProgress } from './runs/run-progress.card.tsx'
import { RunWorkers } from './runs/run-workers.card.tsx'

export const pay_run_record = record({
  entity: pay_run,
  what: 'Pay run',
  title: 'human_id',
  badge: 'work_status',
  meta: [{ field: 'agency.name' }, { field: 'pay_day' }],
  currency: 'currency.alpha_code',
  fields: [
    ...([
      'status',
      'prepared_by',
      'content_hash',
      'left_out',
      'went_back_at',
      'went_back_for',
      'job_id',
    ] as const),
    { field: 'work_fault', only: ['provider'] },
  ],
  cards: [
    {
      title: 'Pay run',
      facts: [
        { field: 'pay_day' },
        { field: 'frequency' },
        { field: 'period_number' },
        { field: 'paye_scheme.employer_reference', label: 'PAYE Scheme' },
        { field: 'agency.name', label: 'Agency' },
        { field: 'maker' },
        { field: 'checker' },
        { field: 'checked_at' },
        { field: 'approver' },
        { field: 'approved_at' },
        { field: 'return_reason', when_set: true },
        { field: 'cancel_reason', when_set: true },
        { field: 'reopener', when_set: true },
        { field: 'reopened_at', when_set: true },
        { field: 'reopen_reason', when_set: true },
      ],
    },
    {
      title: 'Totals',
      facts: [
        { field: 'payslip_count' },
        { field: 'gross_pay' },
        { field: 'last_gross_pay' },
        { field: 'gross_change' },
        { field: 'deductions' },
        { field: 'net_pay' },
        { field: 'last_net_pay' },
        { field: 'net_change' },
        { field: 'employer_costs' },
        { field: 'stop_count' },
        { field: 'warning_count' },
      ],
    },
  ],
  tabs: (id) => [pay_run_payslips_tab('pay_run_id', id), withdrawn_payslips_tab('pay_run_id', id)],
})

export function PayRunPage() {
  return (
    <RecordPage
      screen={pay_run_record}
      actions={(row) => <Steps row={row} />}
      before={(row) => (
        <>
          <RunProgress row={row} />
          <WentBack row={row} />
        </>
      )}
      after={(row) => <CheckedRun row={row} />}
    />
  )
}

const stateOf = (row: ListRow): [string, unknown] => [
  row.id,
  `${row.content_hash} ${row.updated_at} ${row.work_status}`,
]

/** The facts that the rules ask for; the server knows besides whether the reader is paid by the run. */
function factsOf(row: ListRow, open_warnings: number): PayRunFacts {
  return {
    human_id: String(row.human_id),
    status: row.status as PayRunStatus, // The choice of the field.
    prepared_by: row.prepared_by as readonly string[], // A list of user ids.
    payslip_count: Number(row.payslip_count),
    stop_count: Number(row.stop_count),
    open_warnings,
    job: runJobOf(row.work_status),
    pays_asker: false,
  }
}

function CheckedRun({ row }: { row: ListRow }) {
  const viewer = useViewer()
  const { checks, open_warnings } = useChecks(...stateOf(row))
  const is_issued = row.status === 'approved' || row.status === 'paid'
  const mayAnswer = can.answer(factsOf(row, open_warnings), viewer) === true
  return (
    <>
      <LeftOutWork row={row} />
      {is_issued && <RunReturn pay_run_id={row.id} />}
      <Checks checks={checks} mayAnswer={mayAnswer} />
      <RunWorkers pay_run_id={row.id} content={stateOf(row)[1]} checks={checks} mayAnswer={mayAnswer} />
    </>
  )
}

const steps = [
  { action: 'calculate_by_job', label: 'Calculate', said: 'is being calculated' },
  { action: 'return', label: 'Return', said: 'is returned' },
  { action: 'cancel', label: 'Cancel run', said: 'is cancelled' },
  { action: 'check_by_job', label: 'Send for approval', said: 'is being checked' },
  { action: 'approve_by_job', label: 'Approve', said: 'is being approved' },
  { action: 'reopen_by_job', label: 'Reopen', said: 'is being reopened' },
] as const satisfies readonly { action: PayRunAction; label: string; said: string }[]
type Step = (typeof steps)[number]

const with_reason: readonly PayRunAction[] = ['return', 'cancel', 'reopen_by_job']

/** The steps of the reader's role in this status; the main one is the last that leads on. */
function Steps({ row }: { row: ListRow }) {
  const viewer = useViewer()
  const { open_warnings } = useChecks(...stateOf(row))
  const facts = factsOf(row, open_warnings)
  const shown = steps.filter(({ action }) => {
    const verdict = can[action](facts, viewer)
    if (verdict === true) return true
    // A step of this status says why it is not open.
    const main = { calculated: 'check_by_job', checked: 'approve_by_job' }[facts.status as string]
    return action === main && viewer.category === 'provider'
  })
  const main = shown.findLast(({ action }) => !with_reason.includes(action))
  return shown.map((step) => (
    <StepButton key={step.action} row={row} step={step} facts={facts} main={step === main} />
  ))
}

interface StepProps {
  readonly row: ListRow
  readonly step: Step
  readonly facts: PayRunFacts
  readonly main: boolean
}

function StepButton({ row, step, facts, main }: StepProps) {
  const viewer = useViewer()
  const [asking, setAsking] = useState(false)
  const { action, label, said } = step
  const run = useAction(`transaction.pay_run.${action}`, {
    shows: ['reason'],
    success: `${facts.human_id} ${said}`,
  })
  const asksReason = with_reason.includes(action)
  const input = (reason: string) => ({
    id: row.id,
    ...(asksReason ? { reason } : {}),
    ...(action === 'approve_by_job' ? { content_hash: String(row.content_hash ?? '') } : {}),
  })
  const asks = asksReason || action === 'approve_by_job'
  return (
    <>
      <Button
        tone={main ? 'primary' : 'secondary'}
        busy={run.busy}
        verb={`transaction.pay_run.${action}`}
        disabledReason={reasonOf(can[action](facts, viewer))}
        onClick={() => (asks ? setAsking(true) : void run.run(input('')))}
      >
        {label}
      </Button>
      {asks && (
        <ConfirmAction
          open={asking}
          onClose={() => setAsking(false)}
          label={label}
          withComment={asksReason ? 'required' : false}
          error={run.errors.reason}
          description={descriptionOf(action, row)}
          onConfirm={async (reason) => (await run.run(input(reason))) !== undefined}
        />
      )}
    </>
  )
}

function descriptionOf(action: PayRunAction, row: ListRow): string {
  if (action === 'approve_by_job')
    return `${String(row.maker)} opened the run, ${String(row.checker)} checked it; its content is ${String(row.content_hash).slice(0, 8)}. Issues ${countText(Number(row.payslip_count), 'payslip')} with ${amountText(String(row.net_pay), 'GBP')} net pay on ${dayText(String(row.pay_day))}, and the documents of their work. It can be opened again until pay is in a batch, or the return is filed.`
  if (action === 'reopen_by_job')
    return `Withdraws ${countText(Number(row.payslip_count), 'payslip')}, credits the documents of their work, and opens the run again. Possible until pay is in a batch, or the return is filed.`
  return action === 'return'
    ? 'The run goes back to the people who prepare it.'
    : 'Its work waits for another pay run.'
}
