/** Where is my money: submitted → approved → invoiced → paid, for the last timesheets (experience.md, delight 10). */

import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { countText } from '#kernel/count-text.ts'
import { day, daysBetween } from '#kernel/day.ts'
import { formatScaled } from '#kernel/decimal-text.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import {
  billedOf,
  currentDocument,
  expectedPay,
  moneySteps,
  nextPayOf,
  nextSlipDay,
  type PaidBySlip,
  type PaidWork,
  slipOf,
  stepReached,
  waitsFor,
} from './payment-progress.rules.ts'

const document = gql(`query where_is_my_money {
  sheets: transaction_timesheet(
    where: { status: { _neq: "cancelled" } } order_by: { start_date: desc, human_id: desc } limit: 6
  ) {
    id human_id status type end_date submitted_date contractor_amount agency_id client { name } currency { alpha_code }
    invoices(where: { is_credit_note: { _eq: false } } order_by: [{ created_at: desc }, { human_id: desc }]) {
      id status due_date last_payment_date total_amount credit_notes { total_amount }
    }
  }
  spent: transaction_expense(where: { status: { _eq: "approved" } } order_by: { submitted_date: desc } limit: 12) {
    currency { alpha_code }
    invoices(where: { is_credit_note: { _eq: false } }) { status due_date total_amount credit_notes { total_amount } }
  }
  deemed: transaction_deemed_payment(where: { fee: { _gt: 0 } } order_by: { pay_day: desc } limit: 24) {
    invoice_id income_tax employee_ni payslip { id human_id }
  }
  slips: transaction_payslip(order_by: { pay_date: desc } limit: 12) { id human_id status pay_date agency_id net_pay currency { alpha_code } }
}`)

type Sheet = Answer<typeof document>['sheets'][number]
type Spent = Answer<typeof document>['spent'][number]
type Deduction = Answer<typeof document>['deemed'][number]
type Slip = Answer<typeof document>['slips'][number]

/** A timesheet with its document or, for employees, the payslip of its pay day. */
interface Line {
  readonly sheet: Sheet
  readonly is_payroll: boolean
  readonly document: ReturnType<typeof withPence<Sheet['invoices'][number]>> | undefined
  readonly slip: PaidBySlip | null
  /** The deduction from the fee of the company. */
  readonly deducted: Deduction | null
}

/** A document with its amounts in pence. */
const withPence = <D extends Pick<Spent['invoices'][number], 'total_amount' | 'credit_notes'>>(one: D) => ({
  ...one,
  total: minorOf(one.total_amount),
  credited: one.credit_notes.map((note) => minorOf(note.total_amount)),
})

function lineOf(sheet: Sheet, slips: readonly PaidBySlip[], deemed: readonly Deduction[]): Line {
  const is_payroll = sheet.type === 'paye' || sheet.type === 'payroll'
  const document = currentDocument(sheet.invoices.map(withPence))
  const slip = is_payroll ? slipOf(document, sheet.agency_id, slips) : null
  const deducted = deemed.find(({ invoice_id }) => invoice_id === document?.id) ?? null
  if (!document || slip?.status !== 'paid') return { sheet, is_payroll, document, slip, deducted }
  return {
    sheet,
    is_payroll,
    slip,
    deducted,
    document: { ...document, status: 'closed', last_payment_date: day(slip.pay_date) },
  }
}

export function WhereIsMyMoney() {
  const { today } = useSession()
  const query = useQuery({
    queryKey: ['where_is_my_money'],
    queryFn: ({ signal }) => graphql(document, {}, signal),
  })
  if (!query.data || query.data.sheets.length === 0) return null
  const { sheets, spent, slips, deemed } = query.data
  const lines = sheets.map((sheet) => lineOf(sheet, slips, deemed))
  const work = lines.map(workOf)
  const next = nextPayOf([...expectedPay(work, ownSlips(slips, deemed)), ...repaid(spent)])
  const slip_day = next === null ? nextSlipDay(work) : null
  const isLate = next !== null && next.due_date < today
  return (
    <Card title="Where is my money" flush>
      {next && (
        <p className="border-b bg-n2 p-3">
          {!isLate && <span className="text-n11">Next pay </span>}
          <span className="text-16">
            <Amount value={formatScaled(next.minor, 2)} currency={next.currency} strong />
          </span>
          <span className="text-n11">
            {' '}
            {isLate ? `is ${lateText(next.due_date, today)} late, due` : 'expected'}{' '}
          </span>
          <span className="font-medium">{dayText(next.due_date)}</span>
        </p>
      )}
      {slip_day && (
        <p className="border-b bg-n2 p-3">
          <span className="text-n11">
            Your next payslip is {slip_day < today ? 'late, due' : 'expected'}{' '}
          </span>
          <span className="font-medium">{dayText(slip_day)}</span>
        </p>
      )}
      <ul>
        {lines.map((line) => (
          <SheetLine key={line.sheet.id} line={line} />
        ))}
      </ul>
    </Card>
  )
}

const minorOfDeduction = (deducted: Deduction | null): number =>
  deducted === null ? 0 : minorOf(deducted.income_tax) + minorOf(deducted.employee_ni)

const lateText = (due: string, today: string): string => {
  const days = daysBetween(day(due), day(today))
  return countText(days, 'day')
}

const workOf = ({ sheet, document, slip, is_payroll, deducted }: Line): PaidWork => ({
  is_payroll,
  has_slip: slip !== null,
  due: document
    ? {
        status: document.status,
        due_date: document.due_date,
        minor: minorOf(document.total_amount) - minorOfDeduction(deducted),
        currency: sheet.currency?.alpha_code ?? 'GBP',
      }
    : null,
})

/** Without the payslips of deductions from a fee: the fee's document pays them. */
const ownSlips = (slips: readonly Slip[], deemed: readonly Deduction[]) =>
  slips
    .filter(({ id }) => deemed.every(({ payslip }) => payslip?.id !== id))
    .map(({ status, pay_date, net_pay, currency }) => ({
      status,
      pay_date,
      net_pay: minorOf(net_pay),
      currency: currency?.alpha_code ?? 'GBP',
    }))

/** Expenses are repaid beside the pay. */
const repaid = (spent: readonly Spent[]) =>
  spent.flatMap(({ currency, invoices }) =>
    invoices.map((one) => ({
      status: one.status,
      due_date: one.due_date,
      minor: billedOf(withPence(one)),
      currency: currency?.alpha_code ?? 'GBP',
    })),
  )

interface DeductedProps {
  readonly from: Deduction
  readonly total: number
  readonly currency: string | undefined
}

/** Inside IR35 the company is paid fee and VAT less the deduction. */
function Deducted({ from, total, currency }: DeductedProps) {
  const money = (value: number | string) => <Amount value={value} currency={currency} />
  return (
    <p className="text-12 text-n11">
      less tax {money(from.income_tax)} and National Insurance {money(from.employee_ni)}: your company is paid{' '}
      {money(formatScaled(total - minorOfDeduction(from), 2))}
      {from.payslip && (
        <>
          {' '}
          <Link
            to={pathOf({ category: 'contractor', path: 'paye/payslip', id: from.payslip.id })}
            className="finger"
          >
            {from.payslip.human_id}
          </Link>
        </>
      )}
    </p>
  )
}

/** Steps of the contractor. */
const turns: Partial<Record<Sheet['status'], string>> = { draft: 'Fill in', rejected: 'Correct' }

function SheetLine({ line }: { line: Line }) {
  const { sheet, document, slip, is_payroll, deducted } = line
  const { today } = useSession()
  const to = pathOf({ category: 'contractor', path: 'transaction/timesheet', id: sheet.id })
  const turn = turns[sheet.status]
  const earned = document?.total_amount ?? sheet.contractor_amount
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
      <ol className="grid grid-cols-4 max-[350px]:grid-cols-2 tablet:flex tablet:gap-x-4 tablet:max-desktop:col-span-2 tablet:max-desktop:row-start-2">
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
        {/* A week that nothing was entered for yet earns nothing yet. */}
        {minorOf(earned) !== 0 && <Amount value={earned} currency={sheet.currency?.alpha_code} strong />}
        {minorOf(earned) !== 0 && is_payroll && <span className="text-12 text-n11"> before tax</span>}
        {deducted && (
          <Deducted
            from={deducted}
            total={document ? billedOf(document) : 0}
            currency={sheet.currency?.alpha_code}
          />
        )}
        {slip && (
          <p className="text-12">
            <Link
              to={pathOf({ category: 'contractor', path: 'paye/payslip', id: slip.id })}
              className="finger"
            >
              {slip.human_id}
            </Link>
          </p>
        )}
        <p className="text-12 text-n11">
          {document
            ? document.status === 'closed'
              ? `Paid ${dayText(document.last_payment_date)}`
              : `${document.due_date < today ? 'Was due' : 'Expected'} ${dayText(document.due_date)}`
            : waitsFor({ ...sheet, is_payroll }, sheet.client?.name ?? 'the client', day(today))}
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
