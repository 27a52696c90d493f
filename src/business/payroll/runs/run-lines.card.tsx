/** Lines of a computed payslip with their sentences, as data of the record. */
import type { ReactNode } from 'react'
import { Amount } from '#web/kinds/amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { usePayslipCalculation } from '../payslips/payslip-calculation.hook.ts'

export interface RunLineShown {
  readonly part: 'pay' | 'deduction' | 'employer'
  readonly name: string
  readonly amount: string
  readonly why: string
}

const isLine = (one: unknown): one is RunLineShown =>
  typeof one === 'object' && one !== null && 'part' in one && 'name' in one && 'amount' in one && 'why' in one

export const linesOf = (kept: unknown): readonly RunLineShown[] =>
  Array.isArray(kept) ? kept.filter(isLine) : []

interface RunLinesProps {
  readonly lines: readonly RunLineShown[]
  readonly net: string
  readonly with_costs: boolean
  /** That it was computed with, where the page does not say so elsewhere. */
  readonly used?: { readonly tax_code: string; readonly ni_letter: string }
}

export function RunLines({ lines, net, with_costs, used }: RunLinesProps) {
  const ofWorker = lines.filter(({ part }) => part !== 'employer')
  const ofEmployer = lines.filter(({ part }) => part === 'employer')
  return (
    <Card title="How it was calculated" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label="How it was calculated, rows" tabIndex={0}>
        <LineTable>
          {ofWorker.map((line) => (
            <LineRow key={`${line.name} ${line.why}`} line={line} />
          ))}
          <TotalRow label="Net pay" amount={net} />
          {with_costs && ofEmployer.map((line) => <LineRow key={`${line.name} ${line.why}`} line={line} />)}
        </LineTable>
      </section>
      {used && (
        <p className="p-3 text-n11">
          Tax code {used.tax_code}, NI letter {used.ni_letter}.
        </p>
      )}
    </Card>
  )
}

/** Lines with their sentences; on a phone, each sentence under its line. */
export function LineTable({ children }: { children: ReactNode }) {
  return (
    <Table
      heads={['Line', { numeric: 'Amount' }, 'Why']}
      className="max-tablet:block max-tablet:[&>tbody]:block max-tablet:[&>thead]:hidden"
    >
      {children}
    </Table>
  )
}

const on_phone = 'max-tablet:grid max-tablet:grid-cols-[1fr_auto]'

/** The sum of lines. */
export function TotalRow({ label, amount }: { label: string; amount: string }) {
  return (
    <tr className={on_phone}>
      <Td className="font-semibold">{label}</Td>
      <Td numeric className="max-tablet:pr-3">
        <Amount value={amount} strong />
      </Td>
      <Td className="max-tablet:hidden" />
    </tr>
  )
}

/** A line of a computed payslip with its sentence. */
export function LineRow({ line }: { line: RunLineShown }) {
  return (
    <tr className={on_phone}>
      <Td className="whitespace-nowrap max-tablet:border-b-0">{line.name}</Td>
      <Td numeric className="max-tablet:border-b-0 max-tablet:pr-3">
        <Amount value={line.amount} />
      </Td>
      <Td className="text-n11 max-tablet:col-span-2 max-tablet:h-auto max-tablet:pt-0 max-tablet:pb-2 max-tablet:pl-3">
        {line.why}
      </Td>
    </tr>
  )
}

/** The calculation behind an issued payslip; nothing for one of a bureau's figures. */
export function PayslipCalculation({ payslip_id, with_costs }: { payslip_id: string; with_costs: boolean }) {
  const slip = usePayslipCalculation(payslip_id)
  if (!slip) return null
  return (
    <RunLines
      lines={linesOf(slip.lines)}
      net={String(slip.net_pay)}
      with_costs={with_costs}
      used={{ tax_code: slip.tax_code, ni_letter: slip.ni_letter }}
    />
  )
}
