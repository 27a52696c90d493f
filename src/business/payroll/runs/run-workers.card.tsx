/** The workers of a run, those with findings first; each row opens the lines of the payslip with their sentences. */

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { countText } from '#kernel/count-text.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { Table, Td } from '#web/ui/Table.tsx'
import { AnswerWarnings, type Check } from './pay-run-checks.card.tsx'
import { LineRow, LineTable, linesOf } from './run-lines.card.tsx'
import { byFindings, warningsToAnswer } from './run-workers.rules.ts'

const MOST = 50

const document = gql(
  `query run_workers($found: transaction_pay_run_payslip_bool_exp!, $others: transaction_pay_run_payslip_bool_exp!, $most: Int!) {
  found: transaction_pay_run_payslip(where: $found, order_by: [{ net_pay: desc }, { id: asc }], limit: $most) { ...run_worker }
  others: transaction_pay_run_payslip(where: $others, order_by: [{ net_change: desc }, { id: asc }], limit: $most) { ...run_worker }
}`,
  gql(`fragment run_worker on transaction_pay_run_payslip {
  id contractor_id hours gross_pay income_tax employee_ni net_pay last_net_pay net_change contractor { name }
}`),
)
const lines_of_slip = gql(`query run_worker_lines($id: uuid!) {
  slip: transaction_pay_run_payslip_by_pk(id: $id) { id lines }
}`)

type Slip = Answer<typeof document>['found'][number]

interface RunWorkersProps {
  readonly pay_run_id: string
  /** Changes with each calculation, so that new figures are read. */
  readonly content: unknown
  readonly checks: readonly Check[]
  readonly mayAnswer: boolean
}

export function RunWorkers({ pay_run_id, content, checks, mayAnswer }: RunWorkersProps) {
  const { category } = useSession()
  const found = [...new Set(checks.flatMap(({ contractor_id }) => contractor_id ?? []))]
  const query = useQuery({
    queryKey: ['run_workers', pay_run_id, content, found],
    queryFn: ({ signal }) => {
      const run = { pay_run_id: { _eq: pay_run_id }, withdrawn_as: { _is_null: true } }
      return graphql(
        document,
        {
          found: { ...run, contractor_id: { _in: found } },
          others: { ...run, contractor_id: { _nin: found } },
          most: MOST,
        },
        signal,
      )
    },
  })
  const slips = byFindings([...(query.data?.found ?? []), ...(query.data?.others ?? [])], checks).slice(
    0,
    MOST,
  )
  if (slips.length === 0) return null
  const all = pathOf({ category, path: 'paye/pay_run', id: pay_run_id, tab: 'payslips' })
  return (
    <Card
      title="Workers"
      flush
      actions={
        <Link className="underline" to={all}>
          All payslips
        </Link>
      }
    >
      <WorkerRows slips={slips} checks={checks} mayAnswer={mayAnswer} />
    </Card>
  )
}

const amounts = ['gross_pay', 'income_tax', 'employee_ni', 'net_pay', 'last_net_pay', 'net_change'] as const
const heads = [
  'Worker',
  'Checks',
  { numeric: 'Hours' },
  { numeric: 'Gross Pay' },
  { numeric: 'Income Tax' },
  { numeric: 'Employee NI' },
  { numeric: 'Net Pay' },
  { numeric: 'Last Net Pay' },
  { numeric: 'Difference' },
] as const

interface WorkerRowsProps {
  readonly slips: readonly Slip[]
  readonly checks: readonly Check[]
  readonly mayAnswer: boolean
}

function WorkerRows({ slips, checks, mayAnswer }: WorkerRowsProps) {
  const table = useRef<HTMLElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [asked, setAsked] = useState<readonly Check[] | null>(null)
  const open_of = Map.groupBy(
    checks.filter(({ level, reason }) => level === 'stop' || reason === null),
    ({ contractor_id }) => contractor_id,
  )
  const at = slips.findIndex(({ id }) => id === current)
  const move = (by: number) => {
    const place = Math.max(0, Math.min(slips.length - 1, at + by))
    table.current?.querySelectorAll<HTMLElement>('[data-worker]')[place]?.focus()
  }
  const explain = (id: string) => setOpened((now) => (now === id ? null : id))
  const group = 'Workers of the run'
  useShortcuts([
    { keys: 'j', label: 'Next worker', group, run: () => move(1) },
    { keys: 'k', label: 'Previous worker', group, run: () => move(-1) },
    { keys: 'e', label: 'Explain the payslip', group, run: () => current !== null && explain(current) },
    {
      keys: 'a',
      label: 'Answer the warnings of the worker',
      group,
      run: () => {
        const warnings = warningsToAnswer(slips, checks, slips[at]?.contractor_id ?? null)
        if (mayAnswer && warnings.length > 0) setAsked(warnings)
      },
    },
  ])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section ref={table} className="scroll-quiet overflow-x-auto" aria-label="Workers, rows" tabIndex={0}>
        <Table heads={heads}>
          {slips.map((slip) => (
            <WorkerRow
              key={slip.id}
              slip={slip}
              findings={open_of.get(slip.contractor_id) ?? []}
              isOpen={opened === slip.id}
              onFocus={() => setCurrent(slip.id)}
              onExplain={() => explain(slip.id)}
            />
          ))}
        </Table>
      </section>
      {asked && <AnswerWarnings checks={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

interface WorkerRowProps {
  readonly slip: Slip
  readonly findings: readonly Check[]
  readonly isOpen: boolean
  readonly onFocus: () => void
  readonly onExplain: () => void
}

function WorkerRow({ slip, findings, isOpen, onFocus, onExplain }: WorkerRowProps) {
  const stops = findings.filter(({ level }) => level === 'stop').length
  const warnings = findings.length - stops
  return (
    <>
      <tr>
        <Td>
          <Button
            size="sm"
            aria-expanded={isOpen}
            data-worker={slip.id}
            onFocus={onFocus}
            onClick={onExplain}
          >
            {slip.contractor?.name}
          </Button>
        </Td>
        <Td className="whitespace-nowrap">
          {stops > 0 && <Badge tone="critical">{countText(stops, 'stop')}</Badge>}{' '}
          {warnings > 0 && <Badge tone="attention">{countText(warnings, 'warning')}</Badge>}
        </Td>
        <Td numeric>{Number(slip.hours)}</Td>
        {amounts.map((field) => (
          <Td key={field} numeric>
            {slip[field] === null ? '–' : <Amount value={slip[field]} />}
          </Td>
        ))}
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={heads.length} className="bg-n2 px-3 py-2">
            <SlipLines id={slip.id} worker={slip.contractor?.name ?? ''} />
          </td>
        </tr>
      )}
    </>
  )
}

function SlipLines({ id, worker }: { id: string; worker: string }) {
  const { category } = useSession()
  const query = useQuery({
    queryKey: ['run_worker_lines', id],
    queryFn: ({ signal }) => graphql(lines_of_slip, { id }, signal),
  })
  if (!query.data) return <p className="text-n11">Loading</p>
  return (
    // On a phone, as wide as the screen: the rows of workers scroll.
    <div className="sticky left-0 max-tablet:w-[calc(100vw-4.5rem)]">
      <LineTable>
        {linesOf(query.data.slip?.lines).map((line) => (
          <LineRow key={`${line.name} ${line.why}`} line={line} />
        ))}
      </LineTable>
      <Link className="underline" to={pathOf({ category, path: 'paye/pay_run_payslip', id })}>
        Payslip of {worker}
      </Link>
    </div>
  )
}
