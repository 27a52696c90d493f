/** Commission of the period and the currency that are chosen, per client, contractor or placement (spec §2). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilterBy } from '#entity/filter.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import type { Sum } from './report-list.page.tsx'
import { addressOf, chosenPeriod, useCurrencies } from './report-list.page.tsx'

const subjects = [
  { value: 'client', label: 'Client', filter: 'client_id' },
  { value: 'contractor', label: 'Contractor', filter: 'contractor_id' },
  { value: 'placement', label: 'Placement', filter: 'contract_human_id' },
] as const
type Subject = (typeof subjects)[number]

type Row = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly subject_id: string | null
  readonly human_id: string | null
  readonly name: string | null
  readonly alpha_code: string
  readonly work_count: number
}

const limit = 100

const document = (
  sums: readonly Sum[],
) => `query commission_summary($args: get_agency_commission_summary_args!) {
  rows: get_agency_commission_summary(args: $args, order_by: [{ alpha_code: asc }, { agency_gross: desc }], limit: ${limit}) {
    id subject_id human_id name alpha_code work_count ${sums.map((sum) => sum.field).join(' ')}
  }
}`

export function CommissionSummary({
  indirect,
  sums,
  filter,
}: {
  indirect: boolean
  sums: readonly Sum[]
  filter: FilterBy
}) {
  const { category, today } = useSession()
  const [per, setPer] = useState<Subject>(subjects[0])
  const code = filter.alpha_code as { contains?: string } | undefined // A code is filtered by its text.
  const currency = useCurrencies()?.find(({ alpha_code }) => alpha_code === code?.contains)
  const args = {
    per: per.value,
    indirect,
    ...chosenPeriod(filter.raised_date, today),
    currency_id: currency?.id ?? null,
  }
  const query = useQuery({
    queryKey: ['commission_summary', args],
    queryFn: async ({ signal }) => (await graphql<{ rows: Row[] }>(document(sums), { args }, signal)).rows,
  })
  if (!query.data || query.data.length === 0) return null
  const toRows = (row: Row) => {
    const { client_id: _client, contractor_id: _contractor, contract_human_id: _contract, ...others } = filter
    const one = per.value === 'placement' ? { contains: row.human_id ?? '' } : { in: [row.subject_id ?? ''] }
    return addressOf(pathOf({ category, path: 'report/commission' }), { ...others, [per.filter]: one })
  }
  return (
    <Card
      title="Totals"
      flush
      actions={
        <Select
          hideLabel
          label="Totals per"
          value={per.value}
          onChange={(value) => setPer(subjects.find((one) => one.value === value) ?? subjects[0])}
          options={subjects.map(({ value, label }) => ({ value, label: `Per ${label.toLowerCase()}` }))}
          className="w-40!"
        />
      }
    >
      <div className="max-h-80 overflow-auto">
        <Table>
          <thead>
            <tr>
              <Th>{per.label}</Th>
              <Th numeric className="max-tablet:hidden">
                Pieces of work
              </Th>
              {sums.map((sum) => (
                <Th key={sum.field} numeric className={sum.strong ? '' : 'max-desktop:hidden'}>
                  {sum.label}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {query.data.map((row) => (
              <tr key={row.id}>
                <Td className="max-w-52">
                  {row.subject_id === null ? (
                    <span className="text-n10">None</span>
                  ) : (
                    <Link to={toRows(row)} className="block truncate">
                      {per.value === 'placement' ? `${row.human_id} ${row.name}` : row.name}
                    </Link>
                  )}
                </Td>
                <Td numeric className="max-tablet:hidden">
                  {row.work_count}
                </Td>
                {sums.map((sum) => (
                  <Td key={sum.field} numeric className={sum.strong ? '' : 'max-desktop:hidden'}>
                    <Amount value={row[sum.field]} currency={row.alpha_code} strong={sum.strong ?? false} />
                  </Td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {query.data.length === limit && (
        <p className="border-t p-3 text-12 text-n11">The first {limit} are shown.</p>
      )}
    </Card>
  )
}
