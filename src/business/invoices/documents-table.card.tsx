/** Documents raised from one piece of work, those that the viewer may see: on the page of each of them and of the work. */
import { labelIn } from '#entity/choices.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { invoice } from './invoice.entity.ts'
import { PartialAmount } from './partial-amount.card.tsx'

export interface ListedDocument {
  readonly id: string
  readonly human_id: string
  readonly type: string
  readonly status: string
  readonly due_date: string
  readonly total_amount: number
  /** Null where it is withheld from the reader. */
  readonly outstanding_balance: number | null
}

export function DocumentsCard({
  title,
  documents,
  currency,
  own,
}: {
  title: string
  documents: readonly ListedDocument[]
  currency: string | null | undefined
  /** The document of this page: named, without a link to itself. */
  own?: string
}) {
  const { category } = useSession()
  return (
    <Card title={title} flush>
      <div className="scroll-quiet overflow-x-auto">
        <Table
          heads={[
            'Invoice Id',
            'Type',
            'Status',
            'Due Date',
            { numeric: 'Total' },
            { numeric: 'Outstanding' },
          ]}
        >
          {documents.map((one) => (
            <tr key={one.id}>
              <Td className="whitespace-nowrap">
                {one.id === own ? (
                  one.human_id
                ) : (
                  <Link to={pathOf({ category, path: 'transaction/invoice', id: one.id })}>
                    {one.human_id}
                  </Link>
                )}
              </Td>
              <Td>{labelIn(invoice.fields.type.choices, one.type)}</Td>
              <Td>
                <Badge tone={one.status === 'closed' ? 'positive' : 'progress'}>
                  {labelIn(invoice.fields.status.choices, one.status)}
                </Badge>
              </Td>
              <Td className="whitespace-nowrap">{dayText(one.due_date)}</Td>
              <Td numeric>
                <Amount value={one.total_amount} currency={currency} />
              </Td>
              <Td numeric>
                <PartialAmount value={one.outstanding_balance} currency={currency} />
              </Td>
            </tr>
          ))}
        </Table>
      </div>
    </Card>
  )
}
