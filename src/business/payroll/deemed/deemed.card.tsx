/** Tax and National Insurance deducted from a company's self-bill: on the self-bill, and on the payslip. */
import { useQuery } from '@tanstack/react-query'
import { category_roles, payroll_data_roles } from '#entity/roles.ts'
import { formatScaled } from '#kernel/decimal-text.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { companyIsPaid } from './deemed.rules.ts'

const document = gql(`query deemed_payments($of: transaction_deemed_payment_bool_exp!) {
  rows: transaction_deemed_payment(where: $of, order_by: [{ id: asc }], limit: 50) {
    id pay_day fee income_tax employee_ni invoice { id human_id status due_date last_payment_date total_amount credit_notes { id total_amount } } payslip { id human_id } currency { alpha_code }
  }
}`)

type Row = Answer<typeof document>['rows'][number]

const readers = {
  agency: payroll_data_roles,
  contractor: category_roles.contractor,
  provider: category_roles.provider,
}

function useDeemed(by: 'invoice_id' | 'payslip_id', id: string): readonly Row[] {
  const session = useSession()
  const query = useQuery({
    enabled: isOneOf(session, readers),
    queryKey: ['deemed_payments', by, id],
    queryFn: ({ signal }) => graphql(document, { of: { [by]: { _eq: id } } }, signal),
  })
  return query.data?.rows ?? []
}

/** On the self-bill: the deduction, and the rest for the company. */
export function DeductedFromFee({ invoice }: { invoice: { readonly id: string; readonly type: string } }) {
  return invoice.type === 'contractor-agency' ? <OfInvoice id={invoice.id} /> : null
}

function OfInvoice({ id }: { id: string }) {
  const { category } = useSession()
  const [row, ...credits] = useDeemed('invoice_id', id)
  if (!row) return null
  const payslipOf = ({ payslip }: Row) =>
    payslip && <Link to={pathOf({ category, path: 'paye/payslip', id: payslip.id })}>{payslip.human_id}</Link>
  return (
    <Card title="Deducted under IR35">
      <p className="mb-3 text-n11">
        The work is inside IR35, so tax and National Insurance are deducted from the fee and paid to HMRC.
      </p>
      <PropertiesTable
        items={[
          ...amountsOf(row),
          { label: 'Pay day', value: dayText(row.pay_day) },
          { label: 'Payslip', value: payslipOf(row) },
          ...credits.map((credit) => ({
            label: `Credited, taken off on ${dayText(credit.pay_day)}`,
            value: (
              <span>
                <Amount value={credit.fee} currency={credit.currency?.alpha_code} /> {payslipOf(credit)}
              </span>
            ),
          })),
        ]}
      />
    </Card>
  )
}

function amountsOf(row: Row) {
  const code = row.currency?.alpha_code
  const shown = (value: number | string | null) => <Amount value={value} currency={code} />
  if (minorOf(row.fee) < 0)
    return [{ label: 'Credited after its deduction, without VAT', value: shown(row.fee) }]
  return [
    { label: 'Fee without VAT', value: shown(row.fee) },
    { label: 'Income tax', value: shown(row.income_tax) },
    { label: 'National Insurance', value: shown(row.employee_ni) },
    ...(row.invoice
      ? [
          {
            label: 'For the company, with VAT',
            value: <Amount value={formatScaled(leftFor(row), 2)} currency={code} strong />,
          },
        ]
      : []),
  ]
}

/** Credits after the deduction are on later payslips. */
const leftFor = (row: Row): number =>
  companyIsPaid({
    total: (row.invoice?.credit_notes ?? [])
      .filter((note) => note.id < row.id)
      .reduce((sum, note) => sum + minorOf(note.total_amount), minorOf(row.invoice?.total_amount ?? 0)),
    income_tax: minorOf(row.income_tax),
    employee_ni: minorOf(row.employee_ni),
  })

/** The company is paid with the pay day, or later where the self-bill falls due later. */
const paymentOf = (
  { status, due_date, last_payment_date }: NonNullable<Row['invoice']>,
  pay_day: string,
): string =>
  status === 'open'
    ? `Due ${dayText(due_date > pay_day ? due_date : pay_day)}`
    : `Paid ${dayText(last_payment_date)}`

/** On the payslip: the self-bills with fees that it treats as pay. */
export function DeemedPayslip({ payslip_id }: { payslip_id: string }) {
  const { category } = useSession()
  const rows = useDeemed('payslip_id', payslip_id)
  if (rows.length === 0) return null
  return (
    <Card title="Deemed payment">
      <p className="mb-3 text-n11">
        A fee of a limited company inside IR35 is treated as pay. The company is paid what is left of it, with
        VAT.
      </p>
      <div className="flex flex-col gap-4">
        {rows.map((row) => (
          <PropertiesTable
            key={row.id}
            items={[
              {
                label: 'Self-bill',
                value: row.invoice && (
                  <Link to={pathOf({ category, path: 'transaction/invoice', id: row.invoice.id })}>
                    {row.invoice.human_id}
                  </Link>
                ),
              },
              ...amountsOf(row),
              ...(row.invoice && minorOf(row.fee) > 0
                ? [{ label: 'Payment', value: paymentOf(row.invoice, row.pay_day) }]
                : []),
            ]}
          />
        ))}
      </div>
    </Card>
  )
}
