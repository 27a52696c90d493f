import { labelIn } from '#entity/choices.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import { invoice } from '../invoices/invoice.entity.ts'
import type { TimesheetData, TimesheetDocument } from './timesheet-data.page.tsx'

/** The documents raised from this timesheet, those that the viewer may see. */
export function TimesheetDocuments({
  sheet,
  invoices,
}: {
  sheet: TimesheetData
  invoices: readonly TimesheetDocument[]
}) {
  const { category } = useSession()
  if (invoices.length === 0) return null
  const currency = sheet.currency?.alpha_code
  return (
    <Card title="Invoices" flush>
      <div className="scroll-quiet overflow-x-auto">
        <Table>
          <thead>
            <tr>
              <Th>Invoice Id</Th>
              <Th>Type</Th>
              <Th>Status</Th>
              <Th>Due Date</Th>
              <Th numeric>Total Amount</Th>
              <Th numeric>Outstanding</Th>
            </tr>
          </thead>
          <tbody>
            {invoices.map((one) => (
              <tr key={one.id}>
                <Td>
                  <Link to={pathOf({ category, path: 'transaction/invoice', id: one.id })}>
                    {one.human_id}
                  </Link>
                </Td>
                <Td>{labelIn(invoice.fields.type.choices, one.type)}</Td>
                <Td>{labelIn(invoice.fields.status.choices, one.status)}</Td>
                <Td>{dayText(one.due_date)}</Td>
                <Td numeric>
                  <Amount value={one.total_amount} currency={currency} />
                </Td>
                <Td numeric>
                  <Amount value={one.outstanding_balance} currency={currency} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  )
}
