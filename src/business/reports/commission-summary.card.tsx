/** Commission of the period and the currency that are chosen, per client, contractor or placement (spec §2). */

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { FilterBy } from '#entity/filter.ts'
import { Why } from '#web/blocks/Why.tsx'
import { type BuiltRow, builtQuery } from '#web/core/built-query.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Select } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import { chosenPeriod } from '../ledger/agreement.card.tsx'
import { useCurrencies } from './currencies.hook.ts'
import { commissionWhy } from './explain-row.view.ts'
import { commissionRows } from './figure-rows.rules.ts'
import type { Sum } from './report-list.card.tsx'
import { addressOf } from './report-list.view.ts'

const subjects = [
  { value: 'client', label: 'Client' },
  { value: 'contractor', label: 'Contractor' },
  { value: 'placement', label: 'Placement' },
] as const
type Subject = (typeof subjects)[number]

const fields = gql(`fragment commission_summary on get_agency_commission_summary {
  id subject_id human_id name alpha_code work_count sale_gross
}`)

type Row = BuiltRow<typeof fields>

const limit = 100

const document = (
  sums: readonly Sum[],
) => `query commission_summary($args: get_agency_commission_summary_args!) {
  rows: get_agency_commission_summary(args: $args, order_by: [{ alpha_code: asc }, { agency_gross: desc }], limit: ${limit}) {
    ...commission_summary ${sums.map((sum) => sum.field).join(' ')}
  }
}
${fields.text}`

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
    queryFn: async ({ signal }) =>
      (await builtQuery(document(sums), { args }, signal)).rowsOf('rows', fields),
  })
  if (!query.data || query.data.length === 0) return null
  const toRows = (row: Row): string | null => {
    const rows = commissionRows(per.value, row, filter)
    return rows && addressOf(pathOf({ category, path: 'report/commission' }), rows.filter)
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
                Timesheets
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
                  <RowsLink to={toRows(row)} className="block truncate">
                    {row.subject_id === null ? (
                      <span className="text-n10">None</span>
                    ) : per.value === 'placement' ? (
                      `${row.human_id} ${row.name}`
                    ) : (
                      row.name
                    )}
                  </RowsLink>
                </Td>
                <Td numeric className="max-tablet:hidden">
                  {row.work_count}
                </Td>
                {sums.map((sum) => (
                  <Td
                    key={sum.field}
                    numeric
                    className={cx('whitespace-nowrap', !sum.strong && 'max-desktop:hidden')}
                  >
                    {sum.field === 'agency_gross' && (
                      <Why what={`Agency gross of ${row.name ?? 'none'}`} sentences={commissionWhy(row)} />
                    )}{' '}
                    <RowsLink to={toRows(row)}>
                      <Amount value={row[sum.field]} currency={row.alpha_code} strong={sum.strong ?? false} />
                    </RowsLink>
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

/** Where the rows behind a figure are; plain where the list has no filter for them. */
function RowsLink({
  to,
  className,
  children,
}: {
  to: string | null
  className?: string
  children: ReactNode
}) {
  if (to === null) return children
  return (
    <Link to={to} {...(className ? { className } : {})}>
      {children}
    </Link>
  )
}
