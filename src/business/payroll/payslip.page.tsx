/** One payslip: from gross to net, beside the last one and the tax year so far (experience.md, page 11). */
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { labelIn } from '#entity/choices.ts'
import { day } from '#kernel/day.ts'
import { formatScaled } from '#kernel/decimal-text.ts'
import { currencyOrGbp, money } from '#kernel/money.ts'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { Why } from '#web/blocks/Why.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { toneOf } from '#web/kinds/choice.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import { RecordState } from '../shared/record-state.card.tsx'
import { taxYearStart } from '../shared/tax-year-start.rules.ts'
import { ComparedPayslip } from './compared/compared-payslip.card.tsx'
import { DeemedPayslip } from './deemed/deemed.card.tsx'
import { PayStatement } from './ended-years/pay-statement.card.tsx'
import {
  leftAfterDeductions,
  type PayslipAmounts,
  type PayslipLine,
  payslip_amounts,
  payslipLines,
} from './figures/payslip.rules.ts'
import { PayslipHoliday } from './holiday/payslip-holiday.card.tsx'
import { changedWords, payslipWords, yearWords } from './payslips/explain-payslip.rules.ts'
import { payslip } from './payslips/payslip.entity.ts'
import { usePayslipCalculation } from './payslips/payslip-calculation.hook.ts'
import { type DeductedItem, itemsOf } from './payslips/payslip-items.rules.ts'
import { type PayslipLayout, usePayslipLayout } from './payslips/payslip-layout.hook.ts'
import { PaidWork } from './payslips/payslip-work.card.tsx'
import { linesOf, PayslipCalculation } from './runs/run-lines.card.tsx'

type Amounts = Readonly<Record<(typeof payslip_amounts)[number], string | number | null>>

const own = gql(`query payslip($id: uuid!) {
  slip: transaction_payslip_by_pk(id: $id) {
    id human_id status pay_date contractor_id agency_id
    gross_pay holiday_pay income_tax employee_ni employee_pension student_loan other_deductions net_pay
    employer_ni employer_pension apprenticeship_levy
    agency { name } contractor { name } currency { alpha_code }
  }
}`)

type Slip = NonNullable<Answer<typeof own>['slip']>

const minors = (of: Amounts): PayslipAmounts =>
  Object.fromEntries(payslip_amounts.map((field) => [field, minorOf(of[field])])) as unknown as PayslipAmounts // Every field once.

/** The tax year so far: its payslips, and the figures of payrolls before. */
const sumOf = (all: readonly { readonly amounts: PayslipAmounts }[]): PayslipAmounts =>
  Object.fromEntries(
    payslip_amounts.map((field) => [field, all.reduce((sum, { amounts }) => sum + amounts[field], 0)]),
  ) as PayslipAmounts // Every field once.

export function PayslipPage() {
  const { id } = usePlace()
  const query = useQuery({
    queryKey: ['payslip', id],
    queryFn: async ({ signal }) => (await graphql(own, { id: id ?? '' }, signal)).slip,
  })
  return (
    <RecordState query={query} what="Payslip">
      {(slip) => <PayslipView key={slip.id} slip={slip} />}
    </RecordState>
  )
}

function PayslipView({ slip }: { slip: Slip }) {
  const { category } = useSession()
  const code = slip.currency?.alpha_code
  const layout = usePayslipLayout(slip.id)
  const paid_by = pathOf({ category, path: 'business/agency', id: slip.agency_id })
  return (
    <>
      <RecordHeader
        title={slip.human_id}
        badge={
          <Badge tone={toneOf(slip.status)}>{labelIn(payslip.fields.status.choices, slip.status)}</Badge>
        }
        meta={<span>{category === 'contractor' ? slip.agency?.name : slip.contractor?.name}</span>}
        actions={
          <a href={`/api/pdf/payslip/${slip.id}?download=1`} className={buttonClass()}>
            <Download size={15} aria-hidden /> Download PDF
          </a>
        }
      />
      <div className="flex max-w-280 flex-col gap-4 px-4 pb-6">
        <Card title="Payslip">
          <PropertiesTable
            items={[
              {
                label: 'Net pay',
                value: (
                  <span className="text-16">
                    <Amount value={slip.net_pay} currency={code} strong />
                  </span>
                ),
              },
              { label: 'Pay date', value: dayText(slip.pay_date) },
              ...(layout
                ? [
                    { label: 'Pay period', value: layout.period.name },
                    { label: 'From', value: dayText(layout.period.start_date) },
                    { label: 'To', value: dayText(layout.period.end_date) },
                  ]
                : []),
              {
                label: 'Paid by',
                value:
                  category === 'agency' ? slip.agency?.name : <Link to={paid_by}>{slip.agency?.name}</Link>,
              },
              {
                label: 'Contractor',
                value: (
                  <Link to={pathOf({ category, path: 'business/contractor', id: slip.contractor_id })}>
                    {slip.contractor?.name}
                  </Link>
                ),
              },
            ]}
          />
        </Card>
        <DeemedPayslip payslip_id={slip.id} />
        <FromGrossToNet slip={slip} layout={layout} />
        <PayStatement payslip_id={slip.id} pay_day={String(slip.pay_date)} />
        <PayslipCalculation payslip_id={slip.id} with_costs={category !== 'contractor'} />
        <ComparedPayslip payslip_id={slip.id} />
        <PayslipHoliday payslip_id={slip.id} />
        <PaidWork slip_id={slip.id} currency={code} />
      </div>
    </>
  )
}

function FromGrossToNet({ slip, layout }: { slip: Slip; layout: PayslipLayout | undefined }) {
  const { category } = useSession()
  const start = taxYearStart(day(slip.pay_date))
  const deducted = linesOf(usePayslipCalculation(slip.id)?.lines).filter(({ part }) => part === 'deduction')
  const code = slip.currency?.alpha_code
  const now = minors(slip)
  const last = layout?.last
  const before = last ? minors(last.amounts) : null
  const taken_over = (layout?.taken_over ?? []).map((one) => ({ ...one, amounts: minors(one.amounts) }))
  const slips = (layout?.year ?? []).map((one) => ({ ...one, amounts: minors(one.amounts) }))
  const year = layout ? sumOf([...taken_over, ...slips]) : null
  const lines = payslipLines([now, ...(before ? [before] : []), ...(year ? [year] : [])])
  const currency = currencyOrGbp(code)
  const gap = now.net_pay - leftAfterDeductions(now)
  return (
    <Card title="From gross to net" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label="From gross to net, rows" tabIndex={0}>
        <Table>
          <thead>
            <tr>
              <Th>Line</Th>
              <Th numeric>This payslip</Th>
              <Th numeric className="max-tablet:hidden">
                {last ? `Changed since ${dayText(last.pay_date)}` : 'Changed since last time'}
              </Th>
              <Th numeric className="max-tablet:hidden">
                Tax year since {dayText(start)}
              </Th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <LineRow
                key={line.field}
                line={line}
                of={now}
                items={itemsOf(deducted, line.field, money(now[line.field], currency))}
                words={payslipWords(line, now, currency)}
                currency={code}
                changed={
                  before && last
                    ? {
                        amount: now[line.field] - before[line.field],
                        words: changedWords(
                          line,
                          now,
                          { human_id: last.human_id, amounts: before },
                          currency,
                        ),
                      }
                    : null
                }
                to_date={
                  year
                    ? {
                        amount: year[line.field],
                        words: yearWords(line, slips, slips.length, year[line.field], currency, taken_over),
                      }
                    : null
                }
              />
            ))}
          </tbody>
        </Table>
      </section>
      <p className="p-3 text-n11">
        {gap === 0
          ? 'Pay less deductions is net pay.'
          : 'Net pay includes an amount not listed here. Ask your payroll provider.'}{' '}
        {last && (
          <Link className="underline" to={pathOf({ category, path: 'paye/payslip', id: last.id })}>
            The payslip before: {last.human_id}
          </Link>
        )}
      </p>
    </Card>
  )
}

interface Beside {
  readonly amount: number
  readonly words: readonly string[]
}

/** A line with its comparisons: in columns, and on a phone under the amount. */
function LineRow({
  line,
  of,
  items,
  words,
  currency,
  changed,
  to_date,
}: {
  readonly line: PayslipLine
  readonly of: PayslipAmounts
  readonly items: readonly DeductedItem[]
  readonly words: readonly string[]
  readonly currency: string | undefined
  readonly changed: Beside | null
  readonly to_date: Beside | null
}) {
  const amount = (minor: number, what: string, sentences: readonly string[]) => (
    <>
      <Amount value={formatScaled(minor, 2)} currency={currency} />
      <Why what={what} sentences={sentences} />
    </>
  )
  const change = changed && amount(changed.amount, `${line.label}, changed`, changed.words)
  const year = to_date && amount(to_date.amount, `${line.label}, tax year`, to_date.words)
  return (
    <tr className={line.part === 'net' ? 'font-semibold' : undefined}>
      <Td>
        {line.part === 'deduction' ? `less ${line.label}` : line.label}
        <Purpose line={line} items={items} />
        <Share line={line} of={of} />
      </Td>
      <Td numeric className="whitespace-nowrap">
        {amount(of[line.field], line.label, words)}
        <span className="block text-12 font-normal text-n11 tablet:hidden">
          {change && <span className="block">Changed {change}</span>}
          {year && <span className="block">Tax year {year}</span>}
        </span>
      </Td>
      <Td numeric className="whitespace-nowrap max-tablet:hidden">
        {change ?? '–'}
      </Td>
      <Td numeric className="whitespace-nowrap max-tablet:hidden">
        {year}
      </Td>
    </tr>
  )
}

/** What a line is for: each deduction of a pay run with its sentence, else words of the line. */
function Purpose({ line, items }: { line: PayslipLine; items: readonly DeductedItem[] }) {
  const small = 'block text-12 font-normal text-n11'
  if (items.length === 0) return <span className={small}>{line.sentence}</span>
  return (
    <ul aria-label={`${line.label}, one by one`}>
      {items.map(({ name, amount, why }) => (
        <li key={`${name} ${why}`} className={small}>
          {name} <Amount value={formatScaled(amount.minor, 2)} currency={amount.currency} />: {why}
        </li>
      ))}
    </ul>
  )
}

/** How much of gross pay a line is, for the eye; the figures beside it say the same. */
function Share({ line, of }: { line: PayslipLine; of: PayslipAmounts }) {
  const whole = of.gross_pay
  if (whole <= 0 || line.part === 'employer') return null
  const share = Math.min(Math.max(of[line.field] / whole, 0), 1)
  return (
    <span aria-hidden className="mt-1 block h-1 w-40 overflow-hidden rounded-full bg-n4">
      <span
        className={line.part === 'deduction' ? 'block h-full bg-amber9' : 'block h-full bg-green9'}
        style={{ width: `${share * 100}%` }}
      />
    </span>
  )
}
