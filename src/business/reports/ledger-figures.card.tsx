/**
 * Debt in one currency: the figures of sales ledger and client statement, with the age bar (spec §9 age buckets;
 * experience.md, page 8). Each figure opens its rows.
 */
import { day } from '#kernel/day.ts'
import { currencyOrGbp, money } from '#kernel/money.ts'
import { Why } from '#web/blocks/Why.tsx'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { bucketRule, rounded_rows } from './explain-report.rules.ts'
import { netOwedWhy, overdueWhy } from './explain-row.view.ts'
import { Figure, SumOfRows } from './figure.card.tsx'
import { aged_figures, type LedgerFigure, ledgerRows } from './figure-rows.rules.ts'
import { addressOf } from './report-list.view.ts'
import { sales_ledger_detail_list } from './sales-ledger-detail.list.tsx'

export type LedgerRow = Readonly<Record<LedgerFigure, number>> & { readonly alpha_code: string }

const labels = {
  net_outstanding_balance: 'Net outstanding',
  overdue_amount: 'Overdue',
  unallocated_amount: 'Unallocated receipts',
} as const
type Shown = keyof typeof labels

/** The page that shows the rows: the agency's ledger, or one client's statement. */
function usePath(client_id: string | undefined): string {
  const { category } = useSession()
  return client_id
    ? pathOf({ category, path: 'report/client_statement', id: client_id })
    : pathOf({ category, path: 'report/sales_ledger' })
}

export function LedgerFigures({
  row,
  figures,
  client_id,
}: {
  row: Pick<LedgerRow, Exclude<LedgerFigure, 'overdue_amount'> | 'alpha_code'> & { overdue_amount?: number }
  figures: readonly Shown[]
  client_id?: string
}) {
  const path = usePath(client_id)
  const why = {
    net_outstanding_balance: netOwedWhy,
    overdue_amount: overdueWhy,
    unallocated_amount: () => ['Money received and not matched to an invoice yet.', rounded_rows],
  } as const
  return figures.map((figure) => {
    const rows = ledgerRows(figure, row.alpha_code, client_id)
    return (
      <Figure
        key={figure}
        label={labels[figure]}
        value={row[figure]}
        code={row.alpha_code}
        to={addressOf(path, rows.filter)}
        why={why[figure](row)}
        {...(figure === 'unallocated_amount' ? { rows: { ...rows, list: sales_ledger_detail_list } } : {})}
      />
    )
  })
}

const colours: Readonly<Record<(typeof aged_figures)[number]['field'], string>> = {
  aged_current: 'bg-green9',
  aged_0_30: 'bg-sky9',
  aged_31_60: 'bg-amber6',
  aged_61_90: 'bg-amber9',
  aged_91_120: 'bg-red6',
  aged_over_120: 'bg-red9',
}

export function AgedAmounts({
  row,
  client_id,
}: {
  row: Pick<LedgerRow, (typeof aged_figures)[number]['field'] | 'alpha_code'>
  client_id?: string
}) {
  const { today } = useSession()
  const path = usePath(client_id)
  const whole = aged_figures.reduce((sum, { field }) => sum + Math.max(minorOf(row[field]), 0), 0)
  const code = row.alpha_code
  return (
    <div>
      {/* The parts are for the pointer; the list below says the same to every reader and key. */}
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-n4">
        {aged_figures.map(({ field, label }) => {
          const share = whole === 0 ? 0 : Math.max(minorOf(row[field]), 0) / whole
          return (
            share > 0 && (
              <Link
                key={field}
                plain
                tabIndex={-1}
                title={label}
                to={addressOf(path, ledgerRows(field, code, client_id).filter)}
                className={cx('hover:opacity-80', colours[field])}
                style={{ flexGrow: share }}
              />
            )
          )
        })}
      </div>
      <ul className="mt-2 grid grid-cols-2 gap-x-3 gap-y-1 sideways:grid-cols-3 desktop:grid-cols-6">
        {aged_figures.map(({ field, bucket, label }) => {
          const rows = ledgerRows(field, code, client_id)
          const total = money(minorOf(row[field]), currencyOrGbp(code))
          return (
            <li key={field} className="relative">
              <Link plain to={addressOf(path, rows.filter)} className="block rounded p-1 hover:bg-n3">
                <span className="flex items-center gap-1.5 text-12 text-n11">
                  <span aria-hidden className={cx('size-2 rounded-full', colours[field])} />
                  {label}
                </span>
                <Amount value={row[field]} currency={code} />
              </Link>
              <span className="absolute top-1 right-1">
                <Why what={label} sentences={[bucketRule(bucket, day(today)), rounded_rows]}>
                  <SumOfRows rows={{ ...rows, list: sales_ledger_detail_list }} code={code} total={total} />
                </Why>
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
