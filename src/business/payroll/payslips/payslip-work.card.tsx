/** The work that a payslip pays. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td } from '#web/ui/Table.tsx'

const work = gql(`query payslip_work($of: transaction_payroll_figure_bool_exp!) {
  figures: transaction_payroll_figure(where: $of, order_by: [{ pay_day: asc }, { id: asc }], limit: 60) {
    id gross_pay net_pay gross_change net_change timesheet { id human_id }
  }
}`)

/** The timesheets of a payslip; for a correction, the change. For agency and provider. */
export function PaidWork({
  slip_id,
  currency,
}: {
  readonly slip_id: string
  readonly currency: string | undefined
}) {
  const { category } = useSession()
  const query = useQuery({
    queryKey: ['payslip_work', slip_id],
    queryFn: ({ signal }) => graphql(work, { of: { payslip_id: { _eq: slip_id } } }, signal),
  })
  const figures = query.data?.figures ?? []
  if (figures.length === 0) return null
  return (
    <Card title="Work paid" flush>
      <Table heads={['Timesheet', { numeric: 'Gross pay' }, { numeric: 'Net pay' }]}>
        {figures.map((one) => (
          <tr key={one.id}>
            <Td>
              {one.timesheet && (
                <Link to={pathOf({ category, path: 'transaction/timesheet', id: one.timesheet.id })}>
                  {one.timesheet.human_id}
                </Link>
              )}
              {one.gross_change !== null && <span className="ml-2 text-12 text-n11">corrected</span>}
            </Td>
            <Td numeric>
              <Amount value={one.gross_change ?? one.gross_pay} currency={currency} />
            </Td>
            <Td numeric>
              <Amount value={one.net_change ?? one.net_pay} currency={currency} />
            </Td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}
