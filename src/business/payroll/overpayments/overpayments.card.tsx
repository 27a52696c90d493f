/** The sum that a worker owes of pay that was too much: its plan, each change, and requests to settle it outside of payroll. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession, useViewer } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { toneOf } from '#web/kinds/choice.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { RowLine, RowsCard } from '../employment/employment-rows.card.tsx'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { overpayment_kinds, overpayment_states } from './overpayment.entity.ts'
import { can, who } from './overpayment-settlement.rules.ts'
import { PlanRecovery, SettleOverpayment } from './overpayments.form.tsx'

const document = gql(`query overpayments($id: uuid!) {
  employment: business_employment_by_pk(id: $id) { id recovery_amount recovery_percent }
  owed: transaction_overpayment_aggregate(where: { employment_id: { _eq: $id }, status: { _eq: "done" } }) {
    aggregate { sum { amount } }
  }
  rows: transaction_overpayment(where: { employment_id: { _eq: $id } } order_by: [{ created_at: desc }, { id: desc }] limit: 100) {
    id kind status amount reason pay_day payslip_id payslip { human_id } created_by created_by_name decided_by_name decision_comment
  }
}`)

type Row = Answer<typeof document>['rows'][number]
type Plan = NonNullable<Answer<typeof document>['employment']>

export function Overpayments({ employment_id }: { employment_id: string }) {
  const session = useSession()
  const [asked, setAsked] = useState<'plan' | 'settle' | null>(null)
  const query = useQuery({
    queryKey: ['overpayments', employment_id],
    queryFn: ({ signal }) => graphql(document, { id: employment_id }, signal),
  })
  if (!query.data?.employment) return null
  const { employment, owed, rows } = query.data
  const left = owed.aggregate?.sum?.amount ?? 0
  const onClose = () => setAsked(null)
  return (
    <>
      <RowsCard
        title="Overpayment"
        empty="No pay was too much."
        action={
          <>
            <span className="numeric">
              <Amount value={left} strong /> owed, <PlanWords plan={employment} />
            </span>
            {isOneOf(session, payroll_keepers) && (
              <>
                <Button size="sm" verb="business.employment.plan_recovery" onClick={() => setAsked('plan')}>
                  Plan
                </Button>
                <Button size="sm" verb="transaction.overpayment.settle" onClick={() => setAsked('settle')}>
                  Settle
                </Button>
              </>
            )}
          </>
        }
      >
        {rows.map((row) => (
          <RowLine
            key={row.id}
            action={row.status === 'asked' && <Decide row={row} onDone={() => void query.refetch()} />}
          >
            <Facts row={row} />
          </RowLine>
        ))}
      </RowsCard>
      {asked === 'plan' && <PlanRecovery plan={employment} onClose={onClose} />}
      {asked === 'settle' && <SettleOverpayment employment_id={employment_id} onClose={onClose} />}
    </>
  )
}

function PlanWords({ plan: { recovery_amount, recovery_percent } }: { plan: Plan }) {
  if (recovery_amount !== null)
    return (
      <>
        <Amount value={recovery_amount} /> a pay day
      </>
    )
  return <>{recovery_percent === null ? 'no plan' : `${recovery_percent} % of net pay`}</>
}

function Facts({ row }: { row: Row }) {
  const { category } = useSession()
  const { kind, status, amount, reason, pay_day, payslip_id, payslip } = row
  return (
    <>
      <span className="font-medium">{labelIn(overpayment_kinds, kind)}</span>
      {status !== 'done' && <Badge tone={toneOf(status)}>{labelIn(overpayment_states, status)}</Badge>}
      <Amount value={amount} strong />
      {pay_day !== null && <span>{dayText(pay_day)}</span>}
      <span>{reason}</span>
      {payslip_id !== null && (
        <Link className="underline" to={pathOf({ category, path: 'paye/payslip', id: payslip_id })}>
          {payslip?.human_id}
        </Link>
      )}
      <span className="text-n11">{authorsOf(row)}</span>
    </>
  )
}

const authorsOf = ({
  payslip_id,
  status,
  created_by_name,
  decided_by_name,
  decision_comment,
}: Row): string =>
  payslip_id !== null
    ? ''
    : [
        `Asked by ${created_by_name}`,
        ...(decided_by_name === null
          ? []
          : [
              `${status === 'done' ? 'approved' : 'refused'} by ${decided_by_name}${decision_comment === null ? '' : `: ${decision_comment}`}`,
            ]),
      ].join(', ')

function Decide({ row, onDone }: { row: Row; onDone: () => void }) {
  const { id } = row
  const viewer = useViewer()
  const [asking, setAsking] = useState(false)
  const approve = useAction('transaction.overpayment.approve', { success: 'Approved' })
  const refuse = useAction('transaction.overpayment.refuse', { shows: ['reason'], success: 'Refused' })
  const told = async (run: Promise<unknown>) => {
    const is_done = (await run) !== undefined
    if (is_done) onDone()
    return is_done
  }
  if (!isOneOf(viewer, who.approve)) return null
  return (
    <>
      <Button
        size="sm"
        verb="transaction.overpayment.approve"
        disabledReason={reasonOf(can.approve(row, viewer))}
        busy={approve.busy}
        onClick={() => void told(approve.run({ id }))}
      >
        Approve
      </Button>
      <Button
        size="sm"
        verb="transaction.overpayment.refuse"
        disabledReason={reasonOf(can.refuse(row, viewer))}
        onClick={() => setAsking(true)}
      >
        Refuse
      </Button>
      <ConfirmAction
        open={asking}
        onClose={() => setAsking(false)}
        label="Refuse"
        withComment="required"
        error={refuse.errors.reason}
        description="The sum stays owed."
        onConfirm={(reason) => told(refuse.run({ id, reason }))}
      />
    </>
  )
}
