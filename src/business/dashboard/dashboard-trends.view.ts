/** The last months in charts, by category (experience.md, page 1: trend). */
import type { Category, Role } from '#entity/access.ts'
import type { BarSeries } from '#web/blocks/Bars.tsx'
import { payslip } from '../payroll/payslips/payslip.entity.ts'
import { temp_placement } from '../placements/contract-kinds.entity.ts'
import { timesheet } from '../timesheets/timesheet.entity.ts'
import { of_invoices, of_receipts, to_clients } from './dashboard-tiles.view.ts'
import type { Rows } from './tile.view.ts'

/** A month's rows are those whose `day` is in it. */
export interface TrendSeries extends Rows, BarSeries {
  readonly day: string
  /** The summed field; rows are counted without one. */
  readonly sum?: string
  /** Only rows in the business's own currency; the list accepts that filter. */
  readonly by_currency?: boolean
}

export interface TrendOf {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly unit: 'money' | 'units' | 'count'
  readonly series: readonly TrendSeries[]
  readonly roles?: readonly Role[]
  readonly not_for?: readonly Role[]
}

const billed = (label: string): TrendSeries => ({
  ...of_invoices,
  label,
  tone: 'accent',
  filter: { ...to_clients, status: { in: ['open', 'closed'] } },
  day: 'raised_date',
  sum: 'total_amount',
  by_currency: true,
})

const received = (path: string): TrendSeries => ({
  ...of_receipts,
  path,
  label: 'Received',
  tone: 'green',
  filter: { status: { in: ['allocated', 'partially_matched', 'matched'] } },
  day: 'transaction_date',
  sum: 'amount',
  by_currency: true,
})

const billedAndReceived = (path: string): TrendOf => ({
  id: 'billed',
  title: 'Billed and received',
  about: 'Invoices less credit notes by issue date, receipts by date received',
  unit: 'money',
  series: [billed('Billed'), received(path)],
})

export const trends: Record<Category, readonly TrendOf[]> = {
  agency: [billedAndReceived('transaction/receipts')],
  client: [
    {
      id: 'invoiced',
      title: 'Invoiced to you',
      about: 'Invoices less credit notes by issue date, paid ones by final payment date',
      unit: 'money',
      // A client's visible documents are all addressed to it, so no type filter is needed.
      series: [
        { ...billed('Invoiced'), filter: { status: { in: ['open', 'closed'] } } },
        {
          ...billed('Paid'),
          tone: 'green',
          filter: { status: { in: ['closed'] } },
          day: 'last_payment_date',
        },
      ],
      roles: ['invoice_contact'],
    },
    {
      id: 'hours',
      title: 'Hours approved',
      about: 'Approved hourly timesheets by period end',
      unit: 'units',
      series: [
        {
          entity: timesheet,
          path: 'transaction/timesheet',
          label: 'Hours',
          tone: 'accent',
          filter: { status: { in: ['approved'] }, unit_type: { in: ['hourly'] } },
          day: 'end_date',
          sum: 'total_units',
        },
      ],
      roles: ['timesheet_approver'],
      not_for: ['invoice_contact'],
    },
    {
      id: 'started',
      title: 'Placements started',
      about: 'Temp placements by start date',
      unit: 'count',
      series: [
        {
          entity: temp_placement,
          path: 'contract/temp_placement',
          label: 'Placements',
          tone: 'accent',
          filter: { status: { in: ['active', 'expired'] } },
          day: 'start_date',
        },
      ],
      roles: ['hiring_manager'],
      not_for: ['invoice_contact'],
    },
  ],
  contractor: [
    {
      id: 'paid',
      title: 'Paid to you',
      about: 'By final payment date',
      unit: 'money',
      series: [
        {
          ...of_invoices,
          label: 'Paid',
          tone: 'green',
          filter: { status: { in: ['closed'] } },
          day: 'last_payment_date',
          sum: 'total_amount',
          by_currency: true,
        },
      ],
    },
    {
      id: 'net_pay',
      title: 'Net pay',
      about: 'By pay date',
      unit: 'money',
      series: [
        {
          entity: payslip,
          path: 'paye/payslip',
          label: 'Net pay',
          tone: 'green',
          filter: {},
          day: 'pay_date',
          sum: 'net_pay',
        },
      ],
    },
  ],
  funder: [
    {
      id: 'financed',
      title: 'Financed and received',
      about: 'Financed invoices less credit notes by issue date, receipts by date received',
      unit: 'money',
      series: [
        {
          ...billed('Financed'),
          filter: {
            type: { in: ['agency-funder', 'provider-client', 'agency-client'] },
            status: { in: ['open', 'closed'] },
          },
        },
        received('transaction/receipt'),
      ],
    },
  ],
  provider: [billedAndReceived('transaction/receipts')],
}
