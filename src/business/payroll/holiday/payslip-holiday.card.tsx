/** Movements of the holiday fund by a payslip, and the balance after it. */
import { useQuery } from '@tanstack/react-query'
import { labelIn } from '#entity/choices.ts'
import { category_roles, payroll_data_roles } from '#entity/roles.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { movement_kinds } from './holiday.entity.ts'

const of_payslip = gql(`query payslip_holiday($id: uuid!) {
  movements: transaction_holiday_movement(where: { payslip_id: { _eq: $id } } order_by: [{ id: asc }] limit: 60) {
    id employment_id kind sentence created_at
  }
}`)
const held_after = gql(`query holiday_after($id: uuid!, $at: timestamptz!) {
  held: transaction_holiday_movement_aggregate(where: { employment_id: { _eq: $id }, created_at: { _lte: $at } }) {
    aggregate { count sum { hours amount } }
  }
}`)

const readers = {
  agency: payroll_data_roles,
  contractor: category_roles.contractor,
  provider: category_roles.provider,
}

export function PayslipHoliday({ payslip_id }: { payslip_id: string }) {
  const session = useSession()
  const query = useQuery({
    enabled: isOneOf(session, readers),
    queryKey: ['payslip_holiday', payslip_id],
    queryFn: async ({ signal }) => {
      const { movements } = await graphql(of_payslip, { id: payslip_id }, signal)
      const first = movements[0]
      if (!first) return null
      const { held } = await graphql(held_after, { id: first.employment_id, at: first.created_at }, signal)
      return { movements, sums: held.aggregate?.sum }
    },
  })
  if (!query.data) return null
  const { movements, sums } = query.data
  return (
    <Card title="Holiday">
      <ul className="flex flex-col gap-1">
        {movements.map(({ id, kind, sentence }) => (
          <li key={id}>
            {labelIn(movement_kinds, kind)} <span className="text-n11">{sentence}</span>
          </li>
        ))}
        <li className="font-semibold">
          Held after this payslip: {String(Number(sums?.hours ?? 0))} hours and{' '}
          <Amount value={sums?.amount ?? 0} />
        </li>
      </ul>
    </Card>
  )
}
