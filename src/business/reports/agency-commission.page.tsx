/** Commission: the agency's margin by timesheet in a period, and the totals per currency (spec §2). */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { FilterBy } from '#entity/filter.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { ListView } from '#web/list/ListView.tsx'
import { Radios } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { Agreement, periodArgs } from '../ledger/agreement.card.tsx'
import { ReportMailing } from '../report-mailing/report-mailing.card.tsx'
import { commission_list, indirect_commission_list } from './agency-commission.list.tsx'
import { CommissionSummary } from './commission-summary.card.tsx'
import { ReportBars } from './report-bars.card.tsx'
import type { Sum } from './report-list.card.tsx'
import { ListTotals, ReportBar } from './report-list.card.tsx'
import { useReportList } from './report-list.hook.ts'

type Model = 'indirect' | 'other'

const lists = { other: commission_list, indirect: indirect_commission_list } satisfies Record<Model, object>
const shares = [
  { field: 'client_gross', label: 'Client' },
  { field: 'contractor_gross', label: 'Contractor' },
] as const
const rest = [
  { field: 'on_costs', label: 'On-costs' },
  { field: 'agency_gross', label: 'Agency gross', strong: true },
] as const
const sums = {
  other: [...shares, { field: 'fee_gross', label: 'Fee' }, ...rest],
  indirect: [
    ...shares,
    { field: 'platform_fee', label: 'Platform fee' },
    { field: 'funder_fee', label: 'Funder charge' },
    ...rest,
  ],
} satisfies Record<Model, readonly Sum[]>

const document = gql(`query commission_models {
  indirect: get_agency_commission(where: { funding_model: { _eq: "indirect" } }, limit: 1) { id }
  other: get_agency_commission(where: { funding_model: { _neq: "indirect" } }, limit: 1) { id }
}`)

export function CommissionPage() {
  return (
    <>
      <PageHeader title="Commission" />
      <CommissionReport>
        {(filter, model) => (
          <CommissionSummary indirect={model === 'indirect'} sums={sums[model]} filter={filter} />
        )}
      </CommissionReport>
    </>
  )
}

/**
 * Commission in its columns by funding model (spec §2), with the page's other facts of the period. An agency that
 * changed its model gets the columns of each.
 */
export function CommissionReport({ children }: { children: (filter: FilterBy, model: Model) => ReactNode }) {
  const [chosen, setChosen] = useState<Model | null>(null)
  const query = useQuery({
    queryKey: ['commission_models'],
    queryFn: ({ signal }) => graphql(document, {}, signal),
  })
  if (query.error) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const has = { other: query.data.other.length > 0, indirect: query.data.indirect.length > 0 }
  const model = chosen ?? (has.indirect && !has.other ? 'indirect' : 'other')
  return (
    <>
      {has.indirect && has.other && (
        <div className="px-4 pb-3">
          <Radios
            legend="Funding model"
            name="funding_model"
            value={model}
            onChange={(value) => setChosen(value === 'indirect' ? 'indirect' : 'other')}
            options={[
              { value: 'other', label: 'Direct' },
              { value: 'indirect', label: 'Indirect' },
            ]}
          />
        </div>
      )}
      <Commission key={model} model={model}>
        {(filter) => children(filter, model)}
      </Commission>
    </>
  )
}

function Commission({ model, children }: { model: Model; children: (filter: FilterBy) => ReactNode }) {
  const { asked, filter, setFilter } = useReportList(lists[model])
  return (
    <>
      <div className="flex flex-col gap-3 px-4 pb-3">
        <ReportBar filter={filter} onFilter={setFilter} days="raised_date" currency="alpha_code" />
        <ListTotals
          asked={asked}
          sums={sums[model]}
          currency="alpha_code"
          what={['timesheet', 'timesheets']}
        />
        <ReportBars
          asked={asked}
          filter={filter}
          days="raised_date"
          currency="alpha_code"
          field="agency_gross"
          title="Agency gross"
          about="Your margin by invoice date. Corrections count on their own date."
          tone="green"
        />
        <Agreement
          root="get_agency_commission_agreement"
          args={{
            indirect: model === 'indirect',
            ...periodArgs(filter, { path: 'raised_date', args: 'raised' }, asked.today),
          }}
          covers="All work invoiced on these days"
        />
        <ReportMailing report="commission" asked={asked} />
        {children(filter)}
      </div>
      <div className="flex min-h-96 flex-1 flex-col">
        <ListView list={lists[model]} />
      </div>
    </>
  )
}
