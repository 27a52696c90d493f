/** Payroll: all that is due a month ahead, by day, each with the page of its next step. */
import { useQuery } from '@tanstack/react-query'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'

interface DueRow {
  readonly employer: string
  readonly reference: string
  readonly due: string | null
  readonly what: string
  readonly action: string
  readonly path: string
  readonly id: string | null
  readonly tab?: string
}
interface PayrollDue {
  readonly until: string
  readonly rows: readonly DueRow[]
}

export function PayrollWorkPage() {
  const { today } = useSession()
  const query = useQuery({
    queryKey: ['payroll_due', today],
    queryFn: () => action<PayrollDue>('transaction.payroll.due', {}, crypto.randomUUID()),
    placeholderData: (before) => before,
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const { rows, until } = query.data
  const late = rows.filter(({ due }) => due !== null && due < today)
  return (
    <>
      <PageHeader title="Payroll" />
      <div className="flex flex-col gap-4 px-4 pb-6">
        {rows.length === 0 && <p className="text-n11">Nothing is due before {dayText(until)}.</p>}
        <Due title="Late" rows={late} />
        <Due title={`Due until ${dayText(until)}`} rows={rows.filter((row) => !late.includes(row))} />
      </div>
    </>
  )
}

function Due({ title, rows }: { title: string; rows: readonly DueRow[] }) {
  const { category } = useSession()
  if (rows.length === 0) return null
  return (
    <Card title={title} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label={`${title}, rows`} tabIndex={0}>
        <Table>
          <thead>
            <tr>
              <Th className="w-32">Due</Th>
              <Th>Work</Th>
              <Th className="w-2/5 max-tablet:hidden">Employer</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.reference} ${row.due} ${row.what}`}>
                <Td className="whitespace-nowrap">{row.due === null ? 'Any day' : dayText(row.due)}</Td>
                <Td className="py-1">
                  <Link to={pathOf({ category, path: row.path, id: row.id, tab: row.tab ?? null })}>
                    {row.what}
                  </Link>
                  <span className="block text-12 text-n11">{row.action}</span>
                  <span className="block text-12 text-n11 tablet:hidden">
                    {row.employer} {row.reference}
                  </span>
                </Td>
                <Td className="whitespace-nowrap max-tablet:hidden">
                  {row.employer} <span className="text-n11">{row.reference}</span>
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
    </Card>
  )
}
