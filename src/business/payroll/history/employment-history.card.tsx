/** The facts of an employment in force today, and all of its dated facts in one order. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { amountText } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { type EmploymentFacts, historyOf, inForce } from './employment-history.rules.ts'

const document = gql(`query employment_history($id: uuid!, $today: date!) {
  employment: business_employment_by_pk(id: $id) { id start_date leave_date }
  codes: business_tax_code(where: { employment_id: { _eq: $id }, deleted_at: { _is_null: true } }, limit: 100) {
    id effective_from created_by_name code is_week1 source
  }
  letters: business_ni_category(where: { employment_id: { _eq: $id }, deleted_at: { _is_null: true } }, limit: 100) {
    id effective_from created_by_name letter reason
  }
  loans: business_student_loan(where: { employment_id: { _eq: $id } }, limit: 50) {
    id effective_from effective_to created_by_name plan source
  }
  memberships: business_pension_membership(where: { employment_id: { _eq: $id }, deleted_at: { _is_null: true } }, limit: 100) {
    id effective_from created_by_name state entry pension_scheme { name }
  }
  orders: business_attachment_order(where: { employment_id: { _eq: $id } }, limit: 50) {
    id kind authority received_on ended_on end_reason created_by_name
  }
  takeovers: business_payroll_takeover(where: { employment_id: { _eq: $id } }, limit: 10) {
    id last_pay_day source created_by_name
  }
  next: transaction_pay_run_payslip(
    where: { employment_id: { _eq: $id }, withdrawn_as: { _is_null: true }, pay_run: { status: { _in: ["calculated", "checked", "approved"] }, pay_day: { _gte: $today } } }
    order_by: [{ pay_run: { pay_day: asc } }, { id: asc }] limit: 1
  ) { id net_pay pay_run { pay_day human_id } }
}`)

function useHistory(employment_id: string) {
  const { today } = useSession()
  return useQuery({
    queryKey: ['employment_history', employment_id, today],
    queryFn: ({ signal }) => graphql(document, { id: employment_id, today }, signal),
  })
}

/** @returns null before the facts are read */
const factsOf = (data: ReturnType<typeof useHistory>['data']): EmploymentFacts | null =>
  data?.employment ? { ...data, employment: data.employment } : null

/** Code, letter, loans, pension and orders of today, and the next pay that is calculated. */
export function FactsToday({ employment_id }: { employment_id: string }) {
  const { today } = useSession()
  const { data } = useHistory(employment_id)
  const facts = factsOf(data)
  if (facts === null) return null
  const now = inForce(facts, today)
  const next = data?.next[0]
  const { leave_date } = facts.employment
  const none =
    leave_date !== null && leave_date < today ? `None after ${dayText(leave_date)}` : 'Not calculated yet'
  return (
    <Card title="Today">
      <PropertiesTable
        items={[
          { label: 'Tax code', value: now.code },
          { label: 'NI letter', value: now.letter },
          { label: 'Student loans', value: now.loans },
          { label: 'Pension', value: now.pension },
          { label: 'Attachment orders', value: now.orders },
          {
            label: 'Next pay',
            value: next
              ? `${amountText(next.net_pay, 'GBP')} on ${dayText(next.pay_run?.pay_day ?? '')}`
              : none,
          },
        ]}
      />
    </Card>
  )
}

/** All dated facts of the employment with their sources, the latest day first. */
export function EmploymentHistory({ employment_id }: { employment_id: string }) {
  const facts = factsOf(useHistory(employment_id).data)
  if (facts === null) return null
  return (
    <Card title="History" flush>
      <ol aria-label="Dated facts, latest first">
        {historyOf(facts).map(({ on, what, source, by }) => (
          <li
            key={`${on} ${what} ${source}`}
            className="flex flex-wrap gap-x-4 gap-y-1 border-b border-n6 px-3 py-2 last:border-b-0"
          >
            <time dateTime={on} className="w-24 shrink-0 whitespace-nowrap">
              {dayText(on)}
            </time>
            <span className="min-w-0 flex-1">{what}</span>
            <span className="text-n11">{[source, by].filter((text) => text !== '').join(' · ')}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
