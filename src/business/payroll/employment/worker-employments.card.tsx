/** The employments of a worker, on the worker's page. */
import { useQuery } from '@tanstack/react-query'
import { labelIn } from '#entity/choices.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { hasRole, useSession } from '#web/core/session.ts'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { pay_frequencies } from './employment.entity.ts'

const document = gql(`query worker_employments($id: uuid!) {
  employments: business_employment(
    where: { contractor_id: { _eq: $id } } order_by: [{ start_date: desc }, { id: asc }] limit: 50
  ) {
    id payroll_id start_date leave_date pay_frequency
    paye_scheme { employer_reference }
  }
  payees: business_contractor_payee(where: { contractor_id: { _eq: $id }, payment_type: { _in: ["paye", "limited"] } } limit: 100) {
    id payment_type
  }
}`)

/** Why a worker without an employment needs one; none is needed for the other ways to be paid. */
const needs: Readonly<Record<string, string>> = {
  paye: 'No employment. Payroll needs one.',
  limited: 'No employment. Work inside IR35 needs one of an off-payroll worker.',
}

export function WorkerEmployments({
  contractor_id,
  payment_type,
}: {
  contractor_id: string
  payment_type: string
}) {
  const session = useSession()
  const { category } = session
  const mayRead = category === 'provider' || (category === 'agency' && hasRole(session, payroll_data_roles))
  const query = useQuery({
    queryKey: ['worker_employments', contractor_id],
    enabled: mayRead,
    queryFn: ({ signal }) => graphql(document, { id: contractor_id }, signal),
  })
  const employments = query.data?.employments ?? []
  const ways = [payment_type, ...(query.data?.payees ?? []).map((one) => one.payment_type)]
  const need = ways.includes('paye') ? needs.paye : ways.includes('limited') ? needs.limited : undefined
  if (!query.isSuccess || (employments.length === 0 && need === undefined)) return null
  const mayStart = need !== undefined && isOneOf(session, payroll_keepers)
  return (
    <Card
      title="Employments"
      flush
      actions={
        mayStart && (
          <Link to={pathOf({ category, path: 'paye/start_employment', id: contractor_id })}>
            New employment
          </Link>
        )
      }
    >
      {employments.length === 0 && <p className="p-3 text-n11">{need}</p>}
      <ul>
        {employments.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-n6 px-3 py-2 last:border-b-0"
          >
            <Link to={pathOf({ category, path: 'paye/employment', id: one.id })}>{one.payroll_id}</Link>
            <span className="text-n11">{one.paye_scheme?.employer_reference}</span>
            <span className="text-n11">{labelIn(pay_frequencies, one.pay_frequency)}</span>
            <span className="text-n11">
              {one.leave_date
                ? `${dayText(one.start_date)} – ${dayText(one.leave_date)}`
                : `From ${dayText(one.start_date)}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
