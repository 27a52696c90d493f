/** The work that a payslip pays. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td } from '#web/ui/Table.tsx'

const work = gql(`query payslip_work($of: transaction_payroll_figure_bool_exp!, $with_net: Boolean!) {
  figures: transaction_payroll_figure(where: $of, order_by: [{ pay_day: asc }, { id: asc }], limit: 60) {
    id gross_pay gross_change timesheet { id human_id start_date end_date }
    net_pay @include(if: $with_net) net_change @include(if: $with_net)
  }
}`)

/** The timesheets of a payslip; for a correction, the change. Workers read the pay of each, and not the net pay. */
export function PaidWork({
  slip_id,
  currency,
}: {
  readonly slip_id: string
  readonly currency: string | undefined
}) {
  const { category } = useSession()
  const with_net = category !== 'contractor'
  const query = useQuery({
    queryKey: ['payslip_work', slip_id],
    queryFn: ({ signal }) => graphql(work, { of: { payslip_id: { _eq: slip_id } }, with_net }, signal),
  })
  const figures = query.data?.figures ?? []
  if (figures.length === 0) return null
  return (
    <Card title="Work paid" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label="Work paid, rows" tabIndex={0}>
        <Table
          heads={[
            'Timesheet',
            'Days',
            { numeric: 'Gross pay' },
            ...(with_net ? [{ numeric: 'Net pay' }] : []),
          ]}
          className={
            with_net ? '' : 'max-tablet:block max-tablet:[&>tbody]:block max-tablet:[&>thead]:hidden'
          }
        >
          {figures.map((one) => (
            <tr key={one.id} className={with_net ? '' : 'max-tablet:grid max-tablet:grid-cols-[1fr_auto]'}>
              <Td className={with_net ? '' : 'max-tablet:border-b-0'}>
                {one.timesheet && (
                  <Link to={pathOf({ category, path: 'transaction/timesheet', id: one.timesheet.id })}>
                    {one.timesheet.human_id}
                  </Link>
                )}
                {one.gross_change !== null && <span className="ml-2 text-12 text-n11">corrected</span>}
              </Td>
              <Td
                className={cx(
                  'whitespace-nowrap',
                  !with_net &&
                    'max-tablet:order-last max-tablet:col-span-2 max-tablet:h-auto max-tablet:pt-0 max-tablet:pb-2 max-tablet:pl-3 text-n11',
                )}
              >
                {one.timesheet && `${dayText(one.timesheet.start_date)} – ${dayText(one.timesheet.end_date)}`}
              </Td>
              <Td numeric className={with_net ? '' : 'max-tablet:border-b-0'}>
                <Amount value={one.gross_change ?? one.gross_pay} currency={currency} />
              </Td>
              {with_net && (
                <Td numeric>
                  <Amount value={one.net_change ?? one.net_pay} currency={currency} />
                </Td>
              )}
            </tr>
          ))}
        </Table>
      </section>
    </Card>
  )
}
