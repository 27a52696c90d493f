/** The tax year of one employment: its payslips, figures of the payroll before, and corrections after the year. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#kernel/count-text.ts'
import { day } from '#kernel/day.ts'
import { listText } from '#kernel/list-text.ts'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import type { PayslipAmount, PayslipAmounts } from '../figures/payslip.rules.ts'
import { payslip_amounts, payslipLines } from '../figures/payslip.rules.ts'
import { nearestYear, TAX_YEARS } from '../years/tax-years.rules.ts'

interface EmploymentYear {
  readonly workers: readonly {
    readonly payslip_count: number
    readonly source: string | null
    readonly correction_count: number
    readonly amounts: Readonly<Record<PayslipAmount, string>>
  }[]
}

const years = TAX_YEARS.map(({ name }) => ({ value: name, label: name }))

interface Props {
  readonly employment_id: string
  readonly paye_scheme_id: string
}

export function EmploymentYear({ employment_id, paye_scheme_id }: Props) {
  const { today } = useSession()
  const [tax_year, setYear] = useState(() => nearestYear(day(today)).name)
  const query = useQuery({
    queryKey: ['employment_year', employment_id, tax_year],
    queryFn: () =>
      action<EmploymentYear>(
        'transaction.payroll.year_to_date',
        { paye_scheme_id, tax_year, employment_id },
        crypto.randomUUID(),
      ),
    placeholderData: (before) => before,
  })
  const own = query.data?.workers[0]
  return (
    <Card
      title={`Year to date ${tax_year}`}
      actions={<Select label="Tax year" hideLabel value={tax_year} onChange={setYear} options={years} />}
    >
      {own ? <Year of={own} /> : query.data && <p className="text-n11">Nothing was paid in this tax year.</p>}
    </Card>
  )
}

function Year({ of }: { of: EmploymentYear['workers'][number] }) {
  const pence = Object.fromEntries(
    payslip_amounts.map((field) => [field, minorOf(of.amounts[field])]),
  ) as unknown as PayslipAmounts // Every field once.
  const parts = [
    countText(of.payslip_count, 'payslip'),
    ...(of.source === null ? [] : [of.source]),
    ...(of.correction_count === 0 ? [] : [countText(of.correction_count, 'correction')]),
  ]
  return (
    <PropertiesTable
      items={[
        ...payslipLines([pence]).map(({ field, label }) => ({
          label,
          value: <Amount value={of.amounts[field]} />,
        })),
        { label: 'From', value: listText(parts) },
      ]}
    />
  )
}
