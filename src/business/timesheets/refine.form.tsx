/** Refines approved work: corrected hours, a preview of the changes, then the confirmation (money.md §1.8). */

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { day, eachDay } from '#kernel/day.ts'
import { currencyOrGbp, symbolOf } from '#kernel/money.ts'
import { sumUnits, toNumericText, units } from '#kernel/rate.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { isTextMap } from '#web/drafts/form-draft.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { Amount } from '#web/kinds/amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { RecordState } from '../shared/record-state.card.tsx'
import type { TimesheetData } from './timesheet.hook.ts'
import { useTimesheet } from './timesheet.hook.ts'
import { rowsOf, rulesOf } from './timesheet-entry.form.tsx'
import { GridFault, TimesheetGrid } from './timesheet-grid.form.tsx'
import type { Typed } from './timesheet-grid.rules.ts'
import {
  cellFaults,
  closedReason,
  entriesOf,
  typedFrom,
  unreadCells,
  withCells,
} from './timesheet-grid.rules.ts'
import { TimesheetStatusBadge } from './timesheet-status.card.tsx'

interface Report {
  readonly rows: readonly {
    readonly type: string
    readonly label: string
    readonly before: string
    readonly after: string
    readonly change: string
  }[]
  readonly words: readonly string[]
}

const worked = gql(`query worked($id: uuid!) {
  sheet: transaction_timesheet_by_pk(id: $id) {
    version
    differences(where: { status: { _eq: "approved" } }, order_by: { created_at: asc }) {
      human_id details { date group_id units }
    }
  }
}`)

type Worked = NonNullable<Answer<typeof worked>['sheet']>

export function RefinePage() {
  const session = useSession()
  const { id } = usePlace()
  const sheet = useTimesheet(session, id ?? '')
  const more = useQuery({
    queryKey: ['worked', id],
    queryFn: async ({ signal }) => (await graphql(worked, { id: id ?? '' }, signal)).sheet,
  })
  return (
    <RecordState query={sheet} what="Timesheet">
      {(found) => (
        <RecordState query={more} what="Timesheet">
          {(of) => <Refine key={`${found.id} ${of.version}`} sheet={found} worked={of} />}
        </RecordState>
      )}
    </RecordState>
  )
}

/** The hours that are invoiced by now: the timesheet's with all that differences added and took off. */
function invoicedCells(sheet: TimesheetData, of: Worked) {
  const cells = new Map<string, { date: string; group_id: string; parts: string[] }>()
  for (const cell of [...sheet.details, ...of.differences.flatMap((one) => one.details)]) {
    const key = `${cell.date} ${cell.group_id}`
    const known = cells.get(key) ?? { date: cell.date, group_id: cell.group_id, parts: [] }
    cells.set(key, { ...known, parts: [...known.parts, String(cell.units)] })
  }
  return [...cells.values()].map(({ date, group_id, parts }) => ({
    date,
    group_id,
    units: toNumericText(sumUnits(parts.map((part) => units(part)))),
  }))
}

/** The page of the timesheet, for the reader's own category. */
function useSheetPath(id: string): string {
  return pathOf({ category: useSession().category, path: 'transaction/timesheet', id })
}

function Refine({ sheet, worked: of }: { sheet: TimesheetData; worked: Worked }) {
  const { today } = useSession()
  const go = useGo()
  const back = useSheetPath(sheet.id)
  const rows = useMemo(() => rowsOf(sheet), [sheet])
  const days = useMemo(() => eachDay(sheet.start_date, sheet.end_date), [sheet.start_date, sheet.end_date])
  const rules = useMemo(() => rulesOf(sheet, rows), [sheet, rows])
  const invoiced = useMemo(() => typedFrom(invoicedCells(sheet, of)), [sheet, of])
  const [report, setReport] = useState<Report | null>(null)
  const fixed = { id: sheet.id, version: of.version }
  const input = (sent: Record<string, unknown>, { details }: { details: Typed }) => ({
    ...sent,
    details: entriesOf(details),
  })
  return (
    <>
      <PageHeader
        title={`Refine ${sheet.human_id}`}
        back={{ to: back, label: sheet.human_id }}
        badge={<TimesheetStatusBadge status={sheet.status} />}
        meta={
          <>
            <span>{sheet.contractor?.name}</span>
            <span>{sheet.client?.name}</span>
          </>
        }
      />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <VerbForm
          title="Time worked, corrected"
          action_id="transaction.timesheet.preview_refinement"
          fixed={fixed}
          initial={{ details: invoiced, mode: of.differences.length > 0 ? 'difference' : 'full' }}
          fields={[
            {
              kind: 'custom',
              name: 'details',
              label: 'Time worked',
              kept: { details: isTextMap },
              render: ({ values: { details }, update, errors }) => (
                <>
                  <div className="-mx-3 -mt-3 border-b">
                    <TimesheetGrid
                      rows={rows}
                      days={days}
                      rules={rules}
                      typed={details}
                      errors={cellFaults(errors, details)}
                      symbol={symbolOf(currencyOrGbp(sheet.currency?.alpha_code))}
                      editable
                      isReading={false}
                      today={day(today)}
                      reasonClosed={(row, on) => closedReason(row, on, rules)}
                      onType={(cells) =>
                        update((now) => ({ details: withCells(now.details, cells, invoiced) }))
                      }
                    />
                  </div>
                  <GridFault text={errors.details} />
                </>
              ),
            },
            {
              kind: 'radios',
              name: 'mode',
              label: 'How',
              wide: true,
              options: [
                { value: 'full', label: 'Credit everything and raise it again' },
                { value: 'difference', label: 'Only the difference' },
              ],
            },
            { kind: 'area', name: 'reason', label: 'Reason', max: 2000, required: true },
            {
              kind: 'check',
              name: 're_approval',
              label: 'Ask the approver again first',
              hint: 'Added hours are always approved first, by somebody other than you.',
            },
          ]}
          check={({ details }) => unreadCells(details, rules)}
          input={input}
          saves={false}
          onChange={() => setReport(null)}
          submit="Preview"
          tone="secondary"
          success={false}
          onDone={(answer: LookOrRefinement) => 'rows' in answer && setReport(answer)}
          also={{
            action_id: 'transaction.timesheet.refine',
            label: 'Refine',
            tone: 'primary',
            fixed,
            input,
            blocked: report ? null : 'See the preview first',
            success: (done) => ('human_id' in done ? refinedText(sheet.human_id, done) : ''),
            onDone: () => go.to(back),
          }}
        />
        {report && <Preview report={report} currency={sheet.currency?.alpha_code} />}
      </div>
    </>
  )
}

/** Of the preview, or of the refinement. */
type LookOrRefinement = Report | Refined
type Refined = { readonly human_id: string; readonly status: string }

function refinedText(sheet_id: string, { human_id, status }: Refined): string {
  const waits = status === 'pending_approval' ? '. Its hours wait for approval' : ''
  return `${sheet_id} is refined: ${human_id}${waits}`
}

function Preview({ report, currency }: { report: Report; currency: string | undefined }) {
  return (
    <Card title="What changes" flush>
      <ul className="flex list-disc flex-col gap-1 py-3 pr-3 pl-7">
        {report.words.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto border-t" aria-label="Documents" tabIndex={0}>
        <Table heads={['Type', { numeric: 'Before' }, { numeric: 'After' }, { numeric: 'Change' }]}>
          {report.rows.map((row) => (
            <tr key={row.type}>
              <Td>{row.label}</Td>
              <Td numeric>
                <Amount value={row.before} currency={currency} />
              </Td>
              <Td numeric>
                <Amount value={row.after} currency={currency} />
              </Td>
              <Td numeric>
                <Amount value={row.change} currency={currency} strong />
              </Td>
            </tr>
          ))}
        </Table>
      </section>
    </Card>
  )
}
