/** Refining approved work: the corrected hours, a look at what changes, and only then the confirmation (money.md §1.8). */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { day, eachDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { currencyOrGbp, symbolOf } from '#kernel/money.ts'
import { sumUnits, toNumericText, units } from '#kernel/rate.ts'
import { action, CallError, graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { useFirstFault } from '#web/form/use-first-fault.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Amount } from '#web/kinds/amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox, Radios, TextArea } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { readEntries } from '../rates/units.rules.ts'
import { RecordState } from '../shared/record-state.card.tsx'
import type { TimesheetData } from './timesheet.hook.ts'
import { useTimesheet } from './timesheet.hook.ts'
import { rowsOf, rulesOf } from './timesheet-entry.form.tsx'
import { TimesheetGrid } from './timesheet-grid.form.tsx'
import type { Typed } from './timesheet-grid.rules.ts'
import { closedReason, entriesOf, errorsByCell, typedFrom } from './timesheet-grid.rules.ts'
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

/** What is typed, what of it is refused, and what a look at the preview has shown of exactly that. */
function useRefinement(sheet: TimesheetData, of: Worked) {
  const go = useGo()
  const back = useSheetPath(sheet.id)
  const rows = useMemo(() => rowsOf(sheet), [sheet])
  const days = useMemo(() => eachDay(sheet.start_date, sheet.end_date), [sheet.start_date, sheet.end_date])
  const rules = useMemo(() => rulesOf(sheet, rows), [sheet, rows])
  const invoiced = useMemo(() => typedFrom(invoicedCells(sheet, of)), [sheet, of])
  const [changes, setChanges] = useState<Typed>({})
  const typed = useMemo(() => ({ ...invoiced, ...changes }), [invoiced, changes])
  const [mode, setMode] = useState(of.differences.length > 0 ? 'difference' : 'full')
  const [reason, setReason] = useState('')
  const [re_approval, setReApproval] = useState(false)
  const [seen, setSeen] = useState<{ input: string; report: Report } | null>(null)
  const [own, setOwn] = useState<Typed>({})
  const [isDone, setDone] = useState(false)
  const dirty =
    reason.trim() !== '' ||
    Object.entries(changes).some(([key, text]) => text.trim() !== (invoiced[key] ?? ''))
  const unsaved = useUnsaved(dirty && !isDone)
  const preview = usePreview()
  const refine = useAction<{ human_id: string }>('transaction.timesheet.refine', {
    success: (done) => `${sheet.human_id} is refined: ${done.human_id}`,
    onDone: () => {
      setDone(true)
      unsaved.clear()
      go.to(back)
    },
  })
  const entries = entriesOf(typed)
  const input = { id: sheet.id, version: of.version, mode, details: entries, reason, re_approval }
  const text = JSON.stringify(input)
  const errors = useMemo(() => ({ ...preview.errors, ...refine.errors }), [preview.errors, refine.errors])
  const look = async () => {
    const found = errorsByCell(readEntries(entries, rules).errors, entries)
    setOwn(found)
    if (Object.keys(found).length > 0) return
    const report = await preview.run(input)
    setSeen(report === null ? null : { input: text, report })
  }
  const report = seen?.input === text ? seen.report : null
  return {
    grid: {
      rows,
      days,
      rules,
      typed,
      errors: { ...errorsByCell(errors, entries), ...own },
      onType: (cells: Typed) => {
        setChanges((before) => ({ ...before, ...cells }))
        setOwn({})
      },
    },
    how: { mode, setMode, reason, setReason, re_approval, setReApproval },
    errors,
    preview: { busy: preview.busy, refusal: preview.refusal, look },
    refine: { busy: refine.busy, run: () => void refine.run(input) },
    report,
    guard: unsaved.guard,
  }
}

/** The page of the timesheet, for the reader's own category. */
function useSheetPath(id: string): string {
  return pathOf({ category: useSession().category, path: 'transaction/timesheet', id })
}

function Refine({ sheet, worked: of }: { sheet: TimesheetData; worked: Worked }) {
  const { today } = useSession()
  const back = useSheetPath(sheet.id)
  const refinement = useRefinement(sheet, of)
  const { grid, errors, report } = refinement
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
        <Card title="Time worked, corrected" flush>
          <TimesheetGrid
            {...grid}
            symbol={symbolOf(currencyOrGbp(sheet.currency?.alpha_code))}
            editable
            today={day(today)}
            reasonClosed={(row, on) => closedReason(row, on, grid.rules)}
          />
          {errors.details && (
            <p role="alert" className="p-3 text-red11">
              {errors.details}
            </p>
          )}
        </Card>
        <div className="grid gap-4 wide:grid-cols-2">
          <Correction of={refinement} />
          {report && <Preview report={report} currency={sheet.currency?.alpha_code} />}
        </div>
      </div>
    </>
  )
}

function Correction({ of }: { of: ReturnType<typeof useRefinement> }) {
  const { how, errors, preview, refine, report, guard } = of
  const form = useFirstFault(errors)
  return (
    <Card title="Correction">
      <form
        ref={form}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void preview.look()
        }}
      >
        {guard}
        <Radios
          legend="How"
          name="mode"
          value={how.mode}
          onChange={how.setMode}
          options={[
            { value: 'full', label: 'Credit everything and raise it anew' },
            { value: 'difference', label: 'Only the difference' },
          ]}
        />
        <TextArea
          label="Reason"
          required
          rows={2}
          maxLength={2000}
          value={how.reason}
          onChange={how.setReason}
          error={errors.reason}
        />
        <Checkbox
          label="Ask the approver again first"
          checked={how.re_approval}
          onChange={how.setReApproval}
        />
        {preview.refusal && (
          <p role="alert" className="text-red11">
            {preview.refusal}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="submit" busy={preview.busy}>
            Preview
          </Button>
          <Button
            tone="primary"
            busy={refine.busy}
            disabledReason={report ? null : 'Look at the preview first'}
            onClick={refine.run}
          >
            Refine
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** A look is no change: it needs no key, and what it is refused for stays on the page. */
function usePreview() {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const run = async (input: object): Promise<Report | null> => {
    setBusy(true)
    setRefusal('')
    setErrors({})
    try {
      return await action<Report>('transaction.timesheet.preview_refinement', input, crypto.randomUUID())
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setErrors(error.errors)
      if (Object.keys(error.errors).length === 0) setRefusal(error.message)
      return null
    } finally {
      setBusy(false)
    }
  }
  return { run, busy, refusal, errors }
}

function Preview({ report, currency }: { report: Report; currency: string | undefined }) {
  return (
    <Card title="What changes" flush>
      <ul className="flex list-disc flex-col gap-1 py-3 pr-3 pl-7">
        {report.words.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto border-t" aria-label="Documents" tabIndex={0}>
        <Table>
          <thead>
            <tr>
              <Th>Type</Th>
              <Th numeric>Before</Th>
              <Th numeric>After</Th>
              <Th numeric>Change</Th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </Table>
      </section>
    </Card>
  )
}
