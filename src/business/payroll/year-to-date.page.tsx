/** The tax year of each worker of a PAYE scheme, beside the P32. */
import { countText } from '#kernel/count-text.ts'
import { csvLine } from '#kernel/csv-line.ts'
import { formatMoney, GBP, money } from '#kernel/money.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { pathOf } from '#web/core/place.ts'
import { saveFile } from '#web/core/save-file.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { Table, Td, TotalTd } from '#web/ui/Table.tsx'
import type { PayslipAmount } from './figures/payslip.rules.ts'
import { useSchemeYear } from './schemes/scheme-year.hook.ts'
import { YearTools } from './schemes/year-tools.card.tsx'

const columns = [
  { field: 'gross_pay', label: 'Gross Pay' },
  { field: 'income_tax', label: 'Income Tax' },
  { field: 'employee_ni', label: 'Employee NI' },
  { field: 'employee_pension', label: 'Pension' },
  { field: 'student_loan', label: 'Loans' },
  { field: 'other_deductions', label: 'Other' },
  { field: 'net_pay', label: 'Net Pay' },
  { field: 'employer_ni', label: 'Employer NI' },
  { field: 'employer_pension', label: 'Employer Pension' },
  { field: 'apprenticeship_levy', label: 'Levy' },
] as const satisfies readonly { readonly field: PayslipAmount; readonly label: string }[]
type Amounts = Readonly<Record<PayslipAmount, string>>

interface YearToDate {
  readonly employer_reference: string
  readonly employer: string
  readonly workers: readonly {
    readonly employment_id: string
    readonly worker: string
    readonly payroll_id: string
    readonly payslip_count: number
    readonly source: string | null
    readonly correction_count: number
    readonly amounts: Amounts
  }[]
  readonly totals: Amounts
  readonly against_p32: readonly string[]
}

export function YearToDatePage() {
  const { query, ...year } = useSchemeYear<YearToDate>('transaction.payroll.year_to_date')
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const record = query.data
  return (
    <>
      <RecordHeader
        title={`Year to date ${year.tax_year}`}
        meta={
          <>
            <span>{record.employer}</span>
            <span>{record.employer_reference}</span>
          </>
        }
        actions={<YearTools {...year} onExport={() => saveCsv(record, year.tax_year)} />}
      />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <Workers record={record} />
      </div>
    </>
  )
}

function Workers({ record }: { record: YearToDate }) {
  const { category } = useSession()
  const { workers, totals, against_p32 } = record
  if (workers.length === 0) return <p className="text-n11">Nobody was paid in this tax year.</p>
  return (
    <Card title="Workers" flush>
      <div className="print-wide">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
        <section className="scroll-quiet overflow-x-auto" aria-label="Workers, rows" tabIndex={0}>
          <Table
            heads={[
              'Worker',
              'Payroll id',
              { numeric: 'Payslips' },
              ...columns.map(({ label }) => ({ numeric: label })),
            ]}
          >
            {workers.map((one) => (
              <tr key={one.employment_id}>
                <Td className="whitespace-nowrap">
                  <Link to={pathOf({ category, path: 'paye/employment', id: one.employment_id })}>
                    {one.worker}
                  </Link>
                </Td>
                <Td className="whitespace-nowrap">{one.payroll_id}</Td>
                <Td numeric>
                  {one.payslip_count}
                  {one.source && <span className="block text-12 text-n11">and {one.source}</span>}
                  {one.correction_count > 0 && (
                    <span className="block text-12 text-n11">
                      and {countText(one.correction_count, 'correction')}
                    </span>
                  )}
                </Td>
                {columns.map(({ field }) => (
                  <Td key={field} numeric>
                    <Amount value={one.amounts[field]} />
                  </Td>
                ))}
              </tr>
            ))}
            <tr>
              <Td className="font-semibold">All</Td>
              <Td />
              <Td />
              {columns.map(({ field }) => (
                <TotalTd key={field}>
                  <Amount value={totals[field]} strong />
                </TotalTd>
              ))}
            </tr>
          </Table>
        </section>
      </div>
      <p className="px-3 py-2 text-n11">{against_p32.join('. ')}.</p>
    </Card>
  )
}

function saveCsv({ workers, totals, employer_reference }: YearToDate, tax_year: string): void {
  const amounts = (of: Amounts) => columns.map(({ field }) => formatMoney(money(minorOf(of[field]), GBP)))
  const text = [
    ['Worker', 'Payroll Id', 'Payslips', ...columns.map(({ label }) => label)],
    ...workers.map((one) => [one.worker, one.payroll_id, String(one.payslip_count), ...amounts(one.amounts)]),
    ['All', '', '', ...amounts(totals)],
  ]
    .map(csvLine)
    .join('')
  const name = `Year to date ${employer_reference.replace('/', '-')} ${tax_year}.csv`
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}
