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

const loans_document = gql(`query student_loans($id: uuid!) {
  loans: business_student_loan(
    where: { employment_id: { _eq: $id } } order_by: [{ effective_from: desc }, { id: asc }] limit: 50
  ) { id plan source effective_from effective_to created_by_name }
}`)

const orders_document = gql(`query attachment_orders($id: uuid!, $with_debt: Boolean!) {
  orders: business_attachment_order(
    where: { employment_id: { _eq: $id } } order_by: [{ order_date: asc }, { id: asc }] limit: 50
  ) {
    id kind authority reference order_date rate amount protected_earnings charges_admin_fee ended_on end_reason
    created_by_name debt @include(if: $with_debt)
  }
}`)

type Loan = Answer<typeof loans_document>['loans'][number]
type Order = Answer<typeof orders_document>['orders'][number]

const Ask = ({ label, onClick }: { label: string; onClick: () => void }) =>
  isOneOf(useSession(), payroll_keepers) && (
    <Button size="sm" onClick={onClick}>
      {label}
    </Button>
  )

export function StudentLoans({ employment_id }: { employment_id: string }) {
  const [asked, setAsked] = useState<'start' | Loan | null>(null)
  const query = useQuery({
    queryKey: ['student_loans', employment_id],
    queryFn: ({ signal }) => graphql(loans_document, { id: employment_id }, signal),
  })
  if (!query.data) return null
  const onClose = () => setAsked(null)
  return (
    <>
      <RowsCard
        title="Student loans"
        empty="No student loan."
        action={<Ask label="Start student loan" onClick={() => setAsked('start')} />}
      >
        {query.data.loans.map((loan) => (
          <RowLine
            key={loan.id}
            action={loan.effective_to === null && <Ask label="Stop" onClick={() => setAsked(loan)} />}
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
      {asked === 'start' ? (
        <StartLoan employment_id={employment_id} onClose={onClose} />
      ) : (
        asked && <StopLoan loan={asked} onClose={onClose} />
      )}
    </>
  )
}

export function AttachmentOrders({ employment_id }: { employment_id: string }) {
  const [asked, setAsked] = useState<'add' | Order | null>(null)
  // The agency does not read the debt.
  const with_debt = useSession().category === 'provider'
  const query = useQuery({
    queryKey: ['attachment_orders', employment_id, with_debt],
    queryFn: ({ signal }) => graphql(orders_document, { id: employment_id, with_debt }, signal),
  })
  if (!query.data) return null
  const onClose = () => setAsked(null)
  return (
    <>
      <RowsCard
        title="Attachment orders"
        empty="No attachment order."
        action={<Ask label="Add order" onClick={() => setAsked('add')} />}
      >
        {query.data.orders.map((order) => (
          <RowLine
            key={order.id}
            action={order.ended_on === null && <Ask label="End" onClick={() => setAsked(order)} />}
          >
            <OrderFacts order={order} />
          </RowLine>
        ))}
      </RowsCard>
      {asked === 'add' ? (
        <AddOrder employment_id={employment_id} onClose={onClose} />
      ) : (
        asked && <EndOrder order={asked} onClose={onClose} />
      )}
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
