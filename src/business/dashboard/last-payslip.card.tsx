/** The last payslip of a worker on payroll; empty for others. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'

const document = gql(`query last_payslip {
  slips: transaction_payslip(order_by: [{ pay_date: desc }, { id: desc }], limit: 1) {
    id human_id status period_number pay_date gross_pay net_pay agency { name } currency { alpha_code }
  }
}`)

export function LastPayslip() {
  const { category, business_contact_id } = useSession()
  const query = useQuery({
    queryKey: ['last_payslip', business_contact_id],
    queryFn: async ({ signal }) => (await graphql(document, {}, signal)).slips,
  })
  const slip = query.data?.[0]
  if (!slip) return null
  const code = slip.currency?.alpha_code
  return (
    <Card title="Last payslip">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <p className="text-n11">Net pay</p>
          <p className="text-20">
            <Amount value={slip.net_pay} currency={code} strong />
          </p>
          <p className="text-12 text-n11">
            of <Amount value={slip.gross_pay} currency={code} /> gross, {slip.agency?.name}
          </p>
        </div>
        <div className="text-n11 tablet:text-right">
          <Link to={pathOf({ category, path: 'paye/payslip', id: slip.id })}>{slip.human_id}</Link>
          <p className="text-12">
            Period {slip.period_number}, {slip.status === 'paid' ? 'paid' : 'pay date'}{' '}
            {dayText(slip.pay_date)}
          </p>
        </div>
      </div>
    </Card>
  )
}
