/** One client's statement: debt, limit and headroom per currency, and the open documents (page 8). */
import { useQuery } from '@tanstack/react-query'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { graphql } from '#web/core/call.ts'
import { usePlace } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { ListView } from '#web/list/ListView.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { CreditControl } from '../credit-control/credit-control.card.tsx'
import { Agreement } from '../ledger/agreement.card.tsx'
import { ownFirst } from '../shared/form-choices.view.ts'
import { headroomFigure } from '../shared/headroom.view.ts'
import { RecordState } from '../shared/record-state.card.tsx'
import { headroomWhy } from './explain-row.view.ts'
import { Figure } from './figure.card.tsx'
import { AgedAmounts, LedgerFigures } from './ledger-figures.card.tsx'
import { sales_ledger_detail_list } from './sales-ledger-detail.list.tsx'

const document = gql(`query client_statement($client_id: uuid!) {
  rows: get_client_statement(args: { client_id: $client_id }, order_by: { alpha_code: asc }) {
    id client_name client_human_id alpha_code invoice_count net_outstanding_balance unallocated_amount
    credit_limit headroom
    aged_current aged_0_30 aged_31_60 aged_61_90 aged_91_120 aged_over_120
  }
  client: business_client(where: { id: { _eq: $client_id } }, limit: 1) { name human_id }
}`)

type StatementData = Answer<typeof document>
type Row = StatementData['rows'][number]

const statement_figures = ['net_outstanding_balance', 'unallocated_amount'] as const
const limit_why = ['Set for this client by the agency or the party at risk.']

export function ClientStatementPage() {
  const { id } = usePlace()
  const { business } = useSession()
  const query = useQuery({
    queryKey: ['client_statement', id],
    queryFn: async ({ signal }) => {
      const answer = await graphql(document, { client_id: id ?? '' }, signal)
      const rows = ownFirst(answer.rows, business.currency_code)
      return answer.client.length > 0 ? { ...answer, rows } : null
    },
  })
  return (
    <RecordState query={query} what="Client">
      {(answer) => <Statement key={id} answer={answer} client_id={id ?? ''} />}
    </RecordState>
  )
}

function Statement({ answer, client_id }: { answer: StatementData; client_id: string }) {
  const { today } = useSession()
  return (
    <>
      <RecordHeader
        title={answer.client[0]?.name ?? ''}
        meta={
          <>
            <span>{answer.client[0]?.human_id}</span>
            <span>Statement as of {dayText(today)}</span>
          </>
        }
      />
      <div className="flex flex-col gap-3 px-4 pb-3">
        {answer.rows.length === 0 && <p className="text-n11">Nothing is owed.</p>}
        {answer.rows.map((row) => (
          <Card key={row.id} title={row.alpha_code}>
            <dl className="mb-3 flex flex-wrap gap-x-8 gap-y-2">
              <LedgerFigures row={row} figures={statement_figures} client_id={client_id} />
              {row.credit_limit !== null && (
                <Figure label="Credit limit" value={row.credit_limit} code={row.alpha_code} why={limit_why} />
              )}
              {row.headroom !== null && (
                <Headroom value={row.headroom} code={row.alpha_code} why={headroomWhy({ ...row })} />
              )}
            </dl>
            <HeadroomBar row={row} />
            <AgedAmounts row={row} client_id={client_id} />
          </Card>
        ))}
        <Agreement root="get_client_statement_agreement" args={{ client_id }} />
        <CreditControl client_id={client_id} client={answer.client[0]?.name ?? ''} />
      </div>
      <div className="flex min-h-96 flex-1 flex-col">
        <ListView list={sales_ledger_detail_list} scope={{ client_id: { _eq: client_id } }} />
      </div>
    </>
  )
}

function Headroom({ value, ...more }: { value: number; code: string; why: readonly string[] }) {
  const figure = headroomFigure(value, 'Over limit by')
  return <Figure label={figure.label} value={figure.value} isBad={figure.is_below} {...more} />
}

/** How much of the limit is used; red once it is passed. */
function HeadroomBar({ row }: { row: Row }) {
  const limit = minorOf(row.credit_limit)
  if (row.credit_limit === null || limit === 0) return null
  const used = Math.min(Math.max(minorOf(row.net_outstanding_balance) / limit, 0), 1)
  return (
    <div className="mb-3">
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-n4">
        <div className={cx('h-full', used < 1 ? 'bg-a9' : 'bg-red9')} style={{ width: `${used * 100}%` }} />
      </div>
      <p className="mt-1 text-12 text-n11">{Math.round(used * 100)}% of the credit limit is used</p>
    </div>
  )
}
