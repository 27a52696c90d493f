/** The employer's payment record (P32): each month of a tax year with its payments, beside the books. Closes months. */
import { useState } from 'react'
import { formatMoney, GBP, money } from '#kernel/money.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { pathOf } from '#web/core/place.ts'
import { saveFile } from '#web/core/save-file.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount, amountText, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { Table, Td, TotalTd } from '#web/ui/Table.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import { CisSuffered } from './cis/cis-suffered.card.tsx'
import { FormerComparison, type FormerLine } from './months/former-comparison.card.tsx'
import { TakeOverMonth } from './months/former-month.form.tsx'
import { MonthLines } from './months/month-lines.card.tsx'
import { month_closers } from './months/tax-month.rules.ts'
import { useSchemeYear } from './schemes/scheme-year.hook.ts'
import { YearTools } from './schemes/year-tools.card.tsx'

/** All fit beside the menu, so heads are short; the lines below and the file have whole names. */
const columns = [
  { field: 'income_tax', head: 'Income Tax', label: 'Income Tax' },
  { field: 'student_loan', head: 'Loans', label: 'Student Loans' },
  { field: 'employee_ni', head: 'Employee NI', label: 'Employee NI' },
  { field: 'employer_ni', head: 'Employer NI', label: 'Employer NI' },
  { field: 'recovered', head: 'Recovered', label: 'Statutory Pay Recovered' },
  { field: 'compensation', head: 'Compensation', label: 'Compensation' },
  { field: 'employment_allowance', head: 'Allowance', label: 'Employment Allowance' },
  { field: 'levy_due', head: 'Levy', label: 'Levy Due' },
  { field: 'cis_suffered', head: 'CIS', label: 'CIS Suffered' },
  { field: 'due', head: 'Due to HMRC', label: 'Due to HMRC' },
  { field: 'paid', head: 'Paid', label: 'Paid' },
  { field: 'balance', head: 'Balance', label: 'Balance' },
] as const
type Amounts = Readonly<Record<(typeof columns)[number]['field'], string>>

type Month = Amounts & {
  readonly tax_month: number
  readonly from: string
  readonly to: string
  readonly due_date: string
  readonly payslip_count: number
  readonly closed_id: string | null
  readonly closed_human_id: string | null
  readonly may_close: boolean
  readonly former_id: string | null
  readonly lines: readonly { readonly name: string; readonly amount: string; readonly why: string }[]
}

interface P32 {
  readonly employer_reference: string
  readonly employer: string
  readonly accounts_office_reference: string
  readonly months: readonly Month[]
  readonly totals: Amounts
  readonly in_books: string
  readonly not_in_books: string
  readonly before: string
  readonly compared: readonly FormerLine[]
}

export function P32Page() {
  const { paye_scheme_id, query, ...year } = useSchemeYear<P32>('transaction.tax_month.p32')
  const { tax_year } = year
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const record = query.data
  return (
    <>
      <RecordHeader
        title={`P32 ${tax_year}`}
        meta={
          <>
            <span>{record.employer}</span>
            <span>{record.employer_reference}</span>
            <span>{record.accounts_office_reference}</span>
          </>
        }
        actions={<YearTools {...year} onExport={() => saveCsv(record, tax_year)} />}
      />
      <Record
        key={tax_year}
        record={record}
        tax_year={tax_year}
        paye_scheme_id={paye_scheme_id}
        onChange={() => void query.refetch()}
      />
    </>
  )
}

interface RecordProps {
  readonly record: P32
  readonly tax_year: string
  readonly paye_scheme_id: string
  readonly onChange: () => void
}

function Record({ record, tax_year, paye_scheme_id, onChange }: RecordProps) {
  const { months, totals } = record
  const last = months.findLast(({ payslip_count }) => payslip_count > 0)
  const [asked, setAsked] = useState(last?.tax_month ?? 1)
  const [asking, setAsking] = useState(false)
  const session = useSession()
  // Most employers suffer no deductions.
  const heads = columns.filter(({ field }) => field !== 'cis_suffered' || minorOf(totals[field]) !== 0)
  const shown = months.find(({ tax_month }) => tax_month === asked)
  return (
    <div className="flex flex-col gap-4 p-4">
      <Card
        title="Payment record"
        flush
        actions={
          isOneOf(session, month_closers) && (
            <Button size="sm" onClick={() => setAsking(true)}>
              Month of the payroll before
            </Button>
          )
        }
      >
        <div className="print-wide">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
          <section className="scroll-quiet overflow-x-auto" aria-label="Payment record, rows" tabIndex={0}>
            <Table
              heads={['Tax month', 'State', ...heads.map(({ head }) => ({ numeric: head })), 'Due date']}
            >
              {months.map((month) => (
                <MonthRow
                  key={month.tax_month}
                  month={month}
                  heads={heads}
                  is_shown={month.tax_month === asked}
                  onShow={() => setAsked(month.tax_month)}
                />
              ))}
              <tr>
                <Td className="font-semibold">Tax year</Td>
                <Td />
                {heads.map(({ field }) => (
                  <TotalTd key={field}>
                    <Amount value={totals[field]} strong />
                  </TotalTd>
                ))}
                <Td />
              </tr>
            </Table>
          </section>
        </div>
        <p className="px-3 py-2 text-n11">{booksText(record)}</p>
      </Card>
      {shown && (
        <>
          <MonthLines
            title={`To ${dayText(shown.to)}`}
            lines={shown.lines.map((line) => ({ ...line, amount: minorOf(line.amount) }))}
          />
          <Close month={shown} tax_year={tax_year} paye_scheme_id={paye_scheme_id} />
        </>
      )}
      <CisSuffered {...{ paye_scheme_id, tax_year, months, onChange }} />
      {record.compared.length > 0 && <FormerComparison lines={record.compared} />}
      {asking && (
        <TakeOverMonth
          paye_scheme_id={paye_scheme_id}
          tax_year={tax_year}
          months={months}
          initial_month={asked}
          onClose={() => {
            setAsking(false)
            onChange()
          }}
        />
      )}
    </div>
  )
}

function booksText({ totals: { balance }, in_books, not_in_books, before }: P32): string {
  const owed = `The books owe HMRC ${amountText(in_books, GBP)} for this tax year`
  const besides = [
    ...(minorOf(not_in_books) === 0
      ? []
      : [`${amountText(not_in_books, GBP)} of payslips that are not paid and months that are not closed`]),
    ...(minorOf(before) === 0 ? [] : [`${amountText(before, GBP)} of the payroll before`]),
  ]
  return besides.length === 0
    ? `${owed}: they agree with the balance.`
    : `${owed}. The balance of ${amountText(balance, GBP)} also counts ${besides.join(', and ')}.`
}

interface MonthRowProps {
  readonly month: Month
  readonly heads: readonly (typeof columns)[number][]
  readonly is_shown: boolean
  readonly onShow: () => void
}

function MonthRow({ month, heads, is_shown, onShow }: MonthRowProps) {
  const { category } = useSession()
  return (
    <tr>
      <Td className="whitespace-nowrap">
        <Button size="sm" aria-pressed={is_shown} onClick={onShow}>
          {month.tax_month}: to {dayText(month.to)}
        </Button>
      </Td>
      <Td className="whitespace-nowrap">
        {month.former_id !== null && (
          <>
            <Link to={pathOf({ category, path: 'paye/tax_month', id: month.former_id })}>
              Payroll before
            </Link>{' '}
          </>
        )}
        {month.closed_id === null ? (
          <span className="text-n11">{month.may_close ? 'To close' : 'Open'}</span>
        ) : (
          <Link to={pathOf({ category, path: 'paye/tax_month', id: month.closed_id })}>
            {month.closed_human_id}
          </Link>
        )}
      </Td>
      {heads.map(({ field }) => (
        <Td key={field} numeric>
          <Amount value={month[field]} strong={field === 'due'} />
        </Td>
      ))}
      <Td className="whitespace-nowrap">{dayText(month.due_date)}</Td>
    </tr>
  )
}

const LAST_MONTH = 12

interface CloseProps {
  readonly month: Month
  readonly tax_year: string
  readonly paye_scheme_id: string
}

function Close({ month, tax_year, paye_scheme_id }: CloseProps) {
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const run = useAction<{ human_id: string }>('transaction.tax_month.close', {
    success: ({ human_id }) => `${human_id} is closed`,
  })
  if (!month.may_close || !isOneOf(session, month_closers)) return null
  return (
    <div data-toolbar>
      <Button
        tone="primary"
        verb="transaction.tax_month.close"
        busy={run.busy}
        onClick={() => setAsking(true)}
      >
        Close month
      </Button>
      <ConfirmAction
        open={asking}
        onClose={() => setAsking(false)}
        label="Close month"
        description={`${amountText(month.due, GBP)} is due to HMRC on ${dayText(month.due_date)}. ${month.tax_month === LAST_MONTH ? 'The tax year is locked: no pay, correction or takeover is entered in it any more, and the month is not opened again.' : 'No further pay day of the month is opened.'}`}
        onConfirm={async () =>
          (await run.run({ paye_scheme_id, tax_year, tax_month: month.tax_month })) !== undefined
        }
      />
    </div>
  )
}

function saveCsv({ months, totals, employer_reference }: P32, tax_year: string): void {
  const head = ['Tax Month', 'From', 'To', 'Due Date', ...columns.map(({ label }) => label)]
  const amounts = (of: Amounts) => columns.map(({ field }) => formatMoney(money(minorOf(of[field]), GBP)))
  const rows = months.map((month) => [
    String(month.tax_month),
    month.from,
    month.to,
    month.due_date,
    ...amounts(month),
  ])
  const text = [head, ...rows, ['Tax Year', '', '', '', ...amounts(totals)]]
    .map((row) => `${row.join(',')}\r\n`)
    .join('')
  const name = `P32 ${employer_reference.replace('/', '-')} ${tax_year}.csv`
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}
