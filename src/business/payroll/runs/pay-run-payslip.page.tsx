/** One payslip of a run, from gross to net, each line with the sentence that computes it. */

import { valueAt } from '#entity/path.ts'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { SlipWork } from './left-out.card.tsx'
import { pay_run_payslip } from './pay-run.entity.ts'
import { linesOf, RunLines } from './run-lines.card.tsx'

/** A worker reads the figures of an issued payslip, and nothing of the run. */
const of_run = { only: ['agency', 'provider'] } as const

export const pay_run_payslip_record = record({
  entity: pay_run_payslip,
  what: 'Calculated payslip',
  title: 'contractor.name',
  meta: [
    { field: 'pay_run.human_id', ...of_run },
    { field: 'pay_run.pay_day', ...of_run },
  ],
  currency: 'currency.alpha_code',
  fields: [
    'lines',
    'payslip_id',
    'contractor_id',
    'agency_id',
    { field: 'pay_run.status', ...of_run },
    { field: 'pay_run.left_out', ...of_run },
    { field: 'pay_run_id', ...of_run },
    { field: 'employment_id', ...of_run },
    { field: 'employment.off_payroll', ...of_run },
  ],
  cards: [
    {
      title: 'Payslip',
      facts: [
        {
          field: 'contractor.name',
          label: 'Worker',
          ...of_run,
          link: (row, category) =>
            pathOf({ category, path: 'paye/employment', id: String(row.employment_id) }),
        },
        {
          field: 'pay_run.human_id',
          label: 'Pay Run',
          ...of_run,
          link: (row, category) => pathOf({ category, path: 'paye/pay_run', id: String(row.pay_run_id) }),
        },
        { field: 'pay_run.pay_day', label: 'Pay Day', ...of_run },
        { field: 'tax_code' },
        { field: 'ni_letter' },
        { field: 'hours' },
      ],
    },
    {
      title: 'Compared with the last payslip',
      facts: [
        { field: 'gross_pay' },
        { field: 'net_pay' },
        { field: 'last_net_pay', ...of_run },
        { field: 'net_change', ...of_run },
        { field: 'withdrawn_as', ...of_run },
        {
          field: 'payslip.human_id',
          label: 'Issued Payslip',
          link: (row, category) =>
            row.payslip_id ? pathOf({ category, path: 'paye/payslip', id: String(row.payslip_id) }) : null,
        },
      ],
    },
  ],
})

export function PayRunPayslipPage() {
  const { category } = useSession()
  return (
    <RecordPage
      screen={pay_run_payslip_record}
      after={(row) => (
        <>
          <RunLines
            lines={linesOf(row.lines)}
            net={String(row.net_pay)}
            with_costs={category !== 'contractor'}
          />
          {category === 'provider' && (
            <SlipWork
              contractor_id={String(row.contractor_id)}
              agency_id={String(row.agency_id)}
              pay_run_id={String(row.pay_run_id)}
              pay_day={String(valueAt(row, 'pay_run.pay_day'))}
              status={valueAt(row, 'pay_run.status')}
              left_out={valueAt(row, 'pay_run.left_out')}
              off_payroll={valueAt(row, 'employment.off_payroll') === true}
            />
          )}
        </>
      )}
    />
  )
}
