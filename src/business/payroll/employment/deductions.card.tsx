/** The student loans and attachment orders of an employment, running ones first. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { loan_plans, loan_sources, order_kinds, order_rates } from './deduction.entity.ts'
import { AddOrder, EndOrder, StartLoan, StopLoan } from './deduction.form.tsx'
import { RowLine, RowsCard } from './employment-rows.card.tsx'

const document = gql(`query deductions($id: uuid!, $with_debt: Boolean!) {
  loans: business_student_loan(
    where: { employment_id: { _eq: $id } } order_by: [{ effective_from: desc }, { id: asc }] limit: 50
  ) { id plan source effective_from effective_to created_by_name }
  orders: business_attachment_order(
    where: { employment_id: { _eq: $id } } order_by: [{ order_date: asc }, { id: asc }] limit: 50
  ) {
    id kind authority reference order_date rate amount protected_earnings charges_admin_fee ended_on end_reason
    created_by_name debt @include(if: $with_debt)
  }
}`)

type Loan = Answer<typeof document>['loans'][number]
type Order = Answer<typeof document>['orders'][number]

type Asked =
  | { readonly kind: 'start' | 'add' }
  | { readonly kind: 'stop'; readonly loan: Loan }
  | { readonly kind: 'end'; readonly order: Order }
  | null

export function Deductions({ employment_id }: { employment_id: string }) {
  const session = useSession()
  const [asked, setAsked] = useState<Asked>(null)
  // The agency does not read the debt.
  const with_debt = session.category === 'provider'
  const query = useQuery({
    queryKey: ['deductions', employment_id, with_debt],
    queryFn: ({ signal }) => graphql(document, { id: employment_id, with_debt }, signal),
  })
  if (!query.data) return null
  const mayKeep = isOneOf(session, payroll_keepers)
  const onClose = () => setAsked(null)
  const button = (label: string, next: Asked) =>
    mayKeep && (
      <Button size="sm" onClick={() => setAsked(next)}>
        {label}
      </Button>
    )
  const { loans, orders } = query.data
  return (
    <>
      <RowsCard
        title="Student loans"
        empty="No student loan."
        action={button('Start student loan', { kind: 'start' })}
      >
        {loans.map((loan) => (
          <RowLine
            key={loan.id}
            action={loan.effective_to === null && button('Stop', { kind: 'stop', loan })}
          >
            <span className="font-medium">{labelIn(loan_plans, loan.plan)}</span>
            <span>
              {loan.effective_to
                ? `${dayText(loan.effective_from)} – ${dayText(loan.effective_to)}`
                : `From ${dayText(loan.effective_from)}`}
            </span>
            <span className="text-n11">
              {labelIn(loan_sources, loan.source)}, {loan.created_by_name}
            </span>
          </RowLine>
        ))}
      </RowsCard>
      <RowsCard
        title="Attachment orders"
        empty="No attachment order."
        action={button('Add order', { kind: 'add' })}
      >
        {orders.map((order) => (
          <RowLine key={order.id} action={order.ended_on === null && button('End', { kind: 'end', order })}>
            <OrderFacts order={order} />
          </RowLine>
        ))}
      </RowsCard>
      {asked?.kind === 'start' && <StartLoan employment_id={employment_id} onClose={onClose} />}
      {asked?.kind === 'stop' && <StopLoan loan={asked.loan} onClose={onClose} />}
      {asked?.kind === 'add' && <AddOrder employment_id={employment_id} onClose={onClose} />}
      {asked?.kind === 'end' && <EndOrder order={asked.order} onClose={onClose} />}
    </>
  )
}

function OrderFacts({ order }: { order: Order }) {
  return (
    <>
      <span className="font-medium">{labelIn(order_kinds, order.kind)}</span>
      <span>
        {order.authority}, {order.reference}
      </span>
      <span>of {dayText(order.order_date)}</span>
      <span>
        {labelIn(order_rates, order.rate)} {order.amount !== null && <Amount value={order.amount} />}
      </span>
      {order.protected_earnings !== null && (
        <span>
          leaves <Amount value={order.protected_earnings} />
        </span>
      )}
      {order.debt !== null && order.debt !== undefined && (
        <span>
          debt <Amount value={order.debt} />
        </span>
      )}
      {order.charges_admin_fee && <span>with fee</span>}
      <span className="text-n11">
        {order.ended_on ? `Ended ${dayText(order.ended_on)}: ${order.end_reason}` : order.created_by_name}
      </span>
    </>
  )
}
