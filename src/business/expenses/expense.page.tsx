/** One expense: entered, handed in, decided on, invoiced (spec §2 expense form). */

import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { valueAt } from '#entity/path.ts'
import { formatMoney, GBP, money } from '#kernel/money.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { Attachments } from '#web/blocks/Attachments.tsx'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import type { TimelineStep } from '#web/blocks/Timeline.tsx'
import { Timeline } from '#web/blocks/Timeline.tsx'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { toneOf } from '#web/kinds/choice.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { useVerbRefusal } from '#web/ui/verb-refusal.ts'
import { DecideButtons } from '../approvable-work/decide-buttons.card.tsx'
import { AcceptEvidence } from '../approvable-work/evidence.card.tsx'
import { useHasFile } from '../approvable-work/evidence.hook.ts'
import { HeldBadge, HeldBars } from '../approvable-work/held-bars.card.tsx'
import { type Hold, heldOf, useHeldDecisions } from '../approvable-work/held-decisions.hook.ts'
import { heldText } from '../approvable-work/held-work.rules.ts'
import type { WorkFacts } from '../approvable-work/work.rules.ts'
import { invoices_tab } from '../invoices/invoice.list.tsx'
import { takesFiles } from '../platform/attachable.rules.ts'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'
import { PreviewSets } from '../raising/preview-sets.card.tsx'
import { expense } from './expense.entity.ts'
import { can } from './expense.rules.ts'
import { ExpenseEntry } from './expense-entry.form.tsx'

export const expense_record = record({
  entity: expense,
  what: 'Expense',
  title: 'human_id',
  badge: 'status',
  // The amount decides, so it shows on a phone, too.
  meta: [{ field: 'contractor.name' }, { field: 'client.name' }, { field: 'amount' }],
  cards: [
    {
      title: 'Expense',
      facts: [
        { field: 'contractor.name', label: 'Contractor' },
        { field: 'client.name', label: 'Client' },
        { field: 'agency.name', label: 'Agency' },
        { field: 'contract.title', label: 'Placement' },
        { field: 'po_number' },
        { field: 'submitted_date' },
        { field: 'approved_at' },
        { field: 'approved_by_name', label: 'Approved By' },
        { field: 'comment', wide: true },
        { field: 'suspense_reason', only: ['agency', 'provider'], wide: true },
      ],
    },
    {
      title: 'Amounts',
      facts: [
        { field: 'amount' },
        { field: 'tax_amount' },
        { field: 'currency.alpha_code', label: 'Currency' },
      ],
    },
  ],
  tables: [
    {
      title: 'Lines',
      relation: 'details',
      in_its_currency: true,
      args: 'order_by: { from_date: asc }',
      columns: [
        { field: 'from_date' },
        { field: 'type' },
        { field: 'description' },
        { field: 'amount' },
        { field: 'tax_amount' },
        { field: 'is_disbursement' },
      ],
      empty: 'No lines yet.',
    },
  ],
  fields: [
    'updated_at',
    'contract.manual_timesheet_approval',
    { field: 'evidence_status', only: ['agency', 'provider'] },
  ],
  tabs: (id) => [invoices_tab('expense_id', id)],
})

export function ExpensePage() {
  const { held, decide, undo } = useHeldDecisions()
  return (
    <RecordPage
      screen={expense_record}
      badge={(row) => heldOf(held, row.id).map((one) => <HeldBadge key={one.decision_id} held={one} />)[0]}
      actions={(row) => heldOf(held, row.id).length === 0 && <Decision row={row} hold={decide} />}
      // A person who corrects it finds the form first, above the facts.
      before={(row) => (
        <>
          <HeldBars held={heldOf(held, row.id)} onUndo={undo} shortcut="u" />
          <Entry row={row} />
          <ReceiptFiles row={row} place="entry" />
        </>
      )}
      after={(row) => (
        <>
          <ReceiptFiles row={row} place="read" />
          <Activities id={row.id} />
          <RecordBlocks entity="transaction.expense" id={row.id} has_files={false} />
        </>
      )}
    />
  )
}

/** The page does not read the named approvers: the verb checks them. */
export function factsOf(row: ListRow): WorkFacts {
  const contract = row.contract as { manual_timesheet_approval?: boolean } | null
  return {
    human_id: String(row.human_id),
    status: row.status as WorkFacts['status'], // The entity's choices equal those of the rules (guard: schema).
    manual_timesheet_approval: contract?.manual_timesheet_approval === true,
    submitted_by: null,
    has_file: true,
    approved_by: null,
    evidence_status: (row.evidence_status ?? null) as WorkFacts['evidence_status'], // The entity's choices are the rule's.
    approver_contact_ids: [],
  }
}

function Decision({ row, hold }: { row: ListRow; hold: Hold }) {
  const session = useSession()
  const facts = factsOf(row)
  const input = { ids: [row.id] }
  const cancel = useAction('transaction.expense.cancel', { success: `${facts.human_id} is cancelled` })
  const raise = useAction('transaction.expense.raise', { success: 'Documents raised' })
  const [asking, setAsking] = useState<'Reject' | 'Cancel' | null>(null)
  const decide = (decision: 'approve' | 'reject', comment?: string) =>
    hold({
      entity: 'transaction.expense',
      ids: [row.id],
      decision,
      ...(comment ? { comment } : {}),
      submitted_until: typeof row.submitted_date === 'string' ? row.submitted_date : undefined,
      text: heldText(decision, 'expense', [
        { human_id: facts.human_id, contractor: String(valueAt(row, 'contractor.name') ?? '') },
      ]),
    })
  // 48 px for a thumb (experience.md, page 4).
  const has_file = useHasFile('transaction.expense', row.id)
  const decides = can.reject(facts, session) === true
  const refusal = useVerbRefusal()('transaction.expense.hold_decision')
  const unproven = reasonOf(can.approve({ ...facts, has_file }, session))
  const waits = facts.status === 'submitted' || facts.status === 'suspense'
  useShortcuts(
    decides && refusal === null
      ? [
          ...(unproven === null
            ? [{ keys: 'a', label: 'Approve', group: 'Expense', run: () => void decide('approve') }]
            : []),
          { keys: 'r', label: 'Reject', group: 'Expense', run: () => setAsking('Reject') },
        ]
      : [],
  )
  return (
    <>
      {waits && <PreviewSets expense_ids={[row.id]} />}
      {can.accept_evidence(facts, session) === true && (
        <AcceptEvidence noun="expense" id={row.id} human_id={facts.human_id} />
      )}
      {can.cancel(facts, session) === true && <Button onClick={() => setAsking('Cancel')}>Cancel</Button>}
      {can.raise(facts, session) === true && (
        <Button tone="primary" busy={raise.busy} onClick={() => void raise.run(input)}>
          Raise documents
        </Button>
      )}
      {decides && (
        <DecideButtons
          verb="transaction.expense.hold_decision"
          unproven={unproven}
          onReject={() => setAsking('Reject')}
          onApprove={() => void decide('approve')}
        />
      )}
      <ConfirmAction
        open={asking !== null}
        onClose={() => setAsking(null)}
        label={asking ?? 'Reject'}
        description={`${asking ?? 'Reject'} ${facts.human_id}.`}
        onConfirm={async (comment) =>
          asking === 'Reject'
            ? decide('reject', comment)
            : (await cancel.run({ ...input, ...(comment ? { comment } : {}) })) !== undefined
        }
      />
    </>
  )
}

type Detail = {
  readonly id: string
  readonly from_date: string
  readonly type: string
  readonly description: string | null
  readonly amount: number
  readonly tax_amount: number
  readonly is_disbursement: boolean
}

/** An amount for the form; the endpoint's answer is exact to the penny. */
const textOf = (value: number) => formatMoney(money(minorOf(value), GBP))

/** The owner's corrections, and why it came back. */
function Entry({ row }: { row: ListRow }) {
  const session = useSession()
  const facts = factsOf(row)
  if (can.save_draft(facts, session) !== true) return null
  const details = (row.details ?? []) as readonly Detail[] // An array relation answers an array.
  const currency = row.currency as { alpha_code?: string } | null
  return (
    <>
      {facts.status === 'rejected' && <Rejection id={row.id} />}
      <ExpenseEntry
        key={row.id}
        id={row.id}
        human_id={facts.human_id}
        currency={currency?.alpha_code}
        updated_at={String(row.updated_at)}
        saved={{
          details: details.map((line) => ({
            key: line.id,
            from_date: line.from_date,
            type: line.type,
            description: line.description ?? '',
            amount: textOf(line.amount),
            tax_amount: textOf(line.tax_amount),
            is_disbursement: line.is_disbursement,
          })),
          po_number: String(row.po_number ?? ''),
          comment: String(row.comment ?? ''),
        }}
      />
    </>
  )
}

/** Receipt files, until approval: beside the items while they are entered. */
function ReceiptFiles({ row, place }: { row: ListRow; place: 'entry' | 'read' }) {
  const session = useSession()
  if ((can.save_draft(factsOf(row), session) === true) !== (place === 'entry')) return null
  const open = takesFiles('transaction.expense', { status: String(row.status) }, session)
  return <Attachments title="Files" entity="transaction.expense" id={row.id} open={open} />
}

const activities = gql(`query activities($where: transaction_expense_activity_bool_exp!) {
  steps: transaction_expense_activity(where: $where, order_by: [{ created_at: desc }]) {
    id old_status new_status message comment user_name created_at
  }
}`)

function useSteps(id: string): readonly TimelineStep[] | undefined {
  const query = useQuery({
    queryKey: ['expense_activities', id],
    queryFn: async ({ signal }) =>
      (await graphql(activities, { where: { expense_id: { _eq: id } } }, signal)).steps,
  })
  return query.data
}

/** The rejection: person and reason. */
function Rejection({ id }: { id: string }) {
  const step = useSteps(id)?.find((one) => one.new_status === 'rejected')
  return (
    <div role="note" className="flex gap-2 rounded-lg border border-amber6 bg-amber3 p-3 text-amber11">
      <CircleAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
      <p className="min-w-0 break-words whitespace-pre-line">
        <strong className="font-semibold">Rejected{step?.user_name && ` by ${step.user_name}`}.</strong>{' '}
        {step?.comment ?? 'Correct it and submit again.'}
      </p>
    </div>
  )
}

function Activities({ id }: { id: string }) {
  const steps = useSteps(id)
  return <Card title="Activities">{steps && <Timeline steps={steps} toneOf={toneOf} />}</Card>
}
