/** Where is my money: submitted → approved → invoiced → paid, for the last timesheets (experience.md, delight 10). */
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { formatScaled } from '#kernel/decimal-text.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import type { TimesheetStatus } from '../timesheets/timesheet.rules.ts'
import { moneySteps, nextPayOf, stepReached, waitsFor } from './money-step.rules.ts'

interface Sheet {
  readonly id: string
  readonly human_id: string
  readonly status: TimesheetStatus
  readonly type: string
  readonly end_date: string
  readonly contractor_amount: number
  readonly client: { readonly name: string } | null
  readonly currency: { readonly alpha_code: string } | null
  readonly invoices: readonly {
    readonly status: string
    readonly due_date: string
    readonly last_payment_date: string | null
    readonly total_amount: number
  }[]
}

const document = `query where_is_my_money {
  sheets: transaction_timesheet(
    where: { status: { _neq: "cancelled" } } order_by: { start_date: desc, human_id: desc } limit: 6
  ) {
    id human_id status type end_date contractor_amount client { name } currency { alpha_code }
    invoices(where: { is_credit_note: { _eq: false } }) { status due_date last_payment_date total_amount }
  }
}`

export function WhereIsMyMoney() {
  const { today } = useSession()
  const query = useQuery({
    queryKey: ['where_is_my_money'],
    queryFn: async ({ signal }) => (await graphql<{ sheets: Sheet[] }>(document, {}, signal)).sheets,
  })
  if (!query.data || query.data.length === 0) return null
  const next = nextPay(query.data)
  return (
    <Card title="Where is my money" flush>
      {next && (
        <p className="border-b bg-n2 p-3">
          <span className="text-n11">Next pay </span>
          <span className="text-16">
            <Amount value={formatScaled(next.minor, 2)} currency={next.currency} strong />
          </span>
          <span className="text-n11"> {next.due_date < today ? 'was due' : 'expected'} </span>
          <span className="font-medium">{dayText(next.due_date)}</span>
        </p>
      )}
      <ul>
        {query.data.map((sheet) => (
          <SheetLine key={sheet.id} sheet={sheet} />
        ))}
      </ul>
    </Card>
  )
}

/** What is expected first, of the sheets shown: documents of one day and one currency come together. */
function nextPay(sheets: readonly Sheet[]) {
  return nextPayOf(
    sheets.flatMap(({ invoices, currency }) =>
      invoices.slice(0, 1).map((one) => ({
        status: one.status,
        due_date: one.due_date,
        minor: minorOf(one.total_amount),
        currency: currency?.alpha_code ?? 'GBP',
      })),
    ),
  )
}

/** What waits for the contractor himself. */
const turns: Partial<Record<TimesheetStatus, string>> = { draft: 'Fill in', rejected: 'Correct' }

function SheetLine({ sheet }: { sheet: Sheet }) {
  const { today } = useSession()
  const to = pathOf({ category: 'contractor', path: 'transaction/timesheet', id: sheet.id })
  const turn = turns[sheet.status]
  const document = sheet.invoices[0]
  const reached = stepReached(sheet.status, document?.status ?? null)
  return (
    <li className="grid gap-2 border-b border-n6 p-3 last:border-b-0 tablet:grid-cols-[minmax(0,1fr)_auto] tablet:items-center desktop:grid-cols-[minmax(0,320px)_1fr_11rem]">
      <div className="min-w-0">
        <Link to={to} className="finger">
          {sheet.human_id}
        </Link>
        <p className="truncate text-12 text-n11">{sheet.client?.name}</p>
        <p className="text-12 text-n11">Week ending {dayText(sheet.end_date)}</p>
      </div>
      <ol className="grid grid-cols-4 tablet:flex tablet:gap-x-4 tablet:max-desktop:col-span-2 tablet:max-desktop:row-start-2">
        {moneySteps.map((step, at) => (
          <li
            key={step}
            className={cx(
              'flex flex-col items-center gap-0.5 text-12 tablet:flex-row tablet:gap-1.5',
              at < reached ? 'font-medium text-green11' : 'text-n10',
            )}
          >
            <span
              aria-hidden
              className={cx(
                'grid size-4 place-items-center rounded-full border',
                at < reached ? 'border-green6 bg-green3' : 'border-n7',
              )}
            >
              {at < reached && <Check size={11} />}
            </span>
            {step}
            <span className="sr-only">{at < reached ? 'done' : 'not yet'}</span>
          </li>
        ))}
      </ol>
      <div className="tablet:text-right">
        <Amount
          value={document?.total_amount ?? sheet.contractor_amount}
          currency={sheet.currency?.alpha_code}
          strong
        />
        <p className="text-12 text-n11">
          {document
            ? document.status === 'closed'
              ? `Paid ${dayText(document.last_payment_date)}`
              : `${document.due_date < today ? 'Was due' : 'Expected'} ${dayText(document.due_date)}`
            : waitsFor(
                { status: sheet.status, is_payroll: sheet.type === 'paye' || sheet.type === 'payroll' },
                sheet.client?.name ?? 'the client',
              )}
        </p>
        {turn && (
          <Link plain to={to} className={buttonClass('primary', 'md', 'mt-1.5 max-tablet:w-full')}>
            {turn}
          </Link>
        )}
      </div>
    </li>
  )
}
