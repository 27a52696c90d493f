/** Entering time: the grid, a comment, save and submit. Nothing typed is lost by a refusal. */

import { Copy, Save, Send } from 'lucide-react'
import { useMemo, useState } from 'react'
import { day, eachDay } from '#kernel/day.ts'
import { currencyOrGbp, symbolOf } from '#kernel/money.ts'
import { units } from '#kernel/rate.ts'
import { useSession } from '#web/core/session.ts'
import { tellFailure } from '#web/core/tell-failure.ts'
import type { FormPart } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { notify } from '#web/ui/Toast.tsx'
import type { TimesheetData } from './timesheet.hook.ts'
import { lastPeriod } from './timesheet.hook.ts'
import { standardText, TimesheetGrid } from './timesheet-grid.form.tsx'
import type { GridRow, Typed } from './timesheet-grid.rules.ts'
import {
  cellFaults,
  cellKey,
  closedReason,
  copiedInto,
  entriesOf,
  gridRows,
  typedFrom,
  unreadCells,
  withCells,
} from './timesheet-grid.rules.ts'

export function TimesheetEntry({ sheet, editable }: { sheet: TimesheetData; editable: boolean }) {
  const saved = useMemo(() => typedFrom(sheet.details), [sheet.details])
  const rules = useMemo(() => rulesOf(sheet, rowsOf(sheet)), [sheet])
  const [saves, setSaves] = useState(0)
  if (!editable)
    return (
      <Card title="Time worked" flush>
        <Grid sheet={sheet} typed={saved} errors={{}} />
        {sheet.comment && <p className="border-t p-3">{sheet.comment}</p>}
      </Card>
    )
  const onDone = () => setSaves(saves + 1)
  const input = (_: object, { details, comment }: { details: Typed; comment: string }) => ({
    details: entriesOf(details),
    comment,
  })
  return (
    <VerbForm
      // A save begins again with the saved cells.
      key={saves}
      title="Time worked"
      action_id="transaction.timesheet.submit"
      fixed={{ id: sheet.id }}
      initial={{ details: saved, comment: sheet.comment ?? '' }}
      fields={[
        {
          kind: 'custom',
          name: 'details',
          label: 'Time worked',
          render: (part) => <Cells {...part} sheet={sheet} saved={saved} />,
        },
        { kind: 'area', name: 'comment', label: 'Comment' },
      ]}
      check={({ details }) => unreadCells(details, rules)}
      input={input}
      buttons={({ isUnsaved }) => (
        <span className="mr-auto self-center text-12 text-n11 max-sideways:w-full">
          {isUnsaved ? 'Not saved yet' : 'All changes saved'}
        </span>
      )}
      also={{
        action_id: 'transaction.timesheet.save_draft',
        label: 'Save draft',
        icon: Save,
        fixed: { id: sheet.id },
        input,
        success: 'Draft saved',
        onDone,
      }}
      submit="Submit"
      icon={Send}
      success={`${sheet.human_id} is submitted`}
      onDone={onDone}
    />
  )
}

/** The cells with the tools that fill them. */
function Cells({
  values: { details },
  update,
  errors,
  also,
  sheet,
  saved,
}: FormPart<{ details: Typed }> & { sheet: TimesheetData; saved: Typed }) {
  const rows = useMemo(() => rowsOf(sheet), [sheet])
  const days = useMemo(() => eachDay(sheet.start_date, sheet.end_date), [sheet.start_date, sheet.end_date])
  const rules = useMemo(() => rulesOf(sheet, rows), [sheet, rows])
  const isOpen = (row: GridRow, on: (typeof days)[number]) =>
    !sheet.contract?.rates || closedReason(row, on, rules) === null
  const type = (cells: Typed) => update((now) => ({ details: withCells(now.details, cells, saved) }))
  const copyLast = async () => {
    const cells = await lastPeriod(sheet.contract?.id ?? '', sheet.start_date).catch(tellFailure)
    if (!cells) return
    const known = new Map(rows.map((row) => [row.group_id, row]))
    const copied = copiedInto(
      cells.map((cell) => ({ ...cell, units: units(String(cell.units)) })),
      days,
      (group_id, on) => {
        const row = known.get(group_id)
        return row !== undefined && isOpen(row, on)
      },
    )
    if (Object.keys(copied).length === 0) notify.info('Nothing to copy from the last period')
    else type(copied)
  }
  const fillWeek = () => {
    const row = rows[0]
    if (!row) return
    const open = days.slice(0, 7).filter((on, at) => at < 5 && isOpen(row, on))
    type(Object.fromEntries(open.map((on) => [cellKey(on, row.group_id), standardText(row, rules)])))
  }
  useShortcuts([
    { keys: 'Mod s', label: 'Save draft', group: 'Timesheet', inFields: true, run: also },
    {
      keys: 'Mod d',
      label: 'Copy last period',
      group: 'Timesheet',
      inFields: true,
      run: () => void copyLast(),
    },
  ])
  return (
    <>
      <div className="-mt-1 mb-2 flex justify-end gap-2">
        <Button size="sm" tone="quiet" icon={Copy} onClick={() => void copyLast()}>
          Copy last period
        </Button>
        {sheet.timesheet_frequency === 'week' && (
          <Button size="sm" tone="quiet" onClick={fillWeek}>
            Standard week
          </Button>
        )}
      </div>
      <div className="-mx-3 border-y">
        <Grid sheet={sheet} typed={details} errors={cellFaults(errors, details)} onType={type} />
      </div>
      {errors.details && (
        <p role="alert" className="mt-2 text-red11">
          {errors.details}
        </p>
      )}
    </>
  )
}

function Grid({
  sheet,
  typed,
  errors,
  onType,
}: {
  sheet: TimesheetData
  typed: Typed
  errors: Typed
  /** Left out where nothing may be typed. */
  onType?: (cells: Typed) => void
}) {
  const { today } = useSession()
  const rows = useMemo(() => rowsOf(sheet), [sheet])
  const days = useMemo(() => eachDay(sheet.start_date, sheet.end_date), [sheet.start_date, sheet.end_date])
  const rules = useMemo(() => rulesOf(sheet, rows), [sheet, rows])
  if (rows.length === 0) return <p className="p-3 text-n11">No rate is in force in this period.</p>
  return (
    <TimesheetGrid
      rows={rows}
      days={days}
      typed={typed}
      errors={errors}
      rules={rules}
      symbol={symbolOf(currencyOrGbp(sheet.currency?.alpha_code))}
      editable={onType !== undefined}
      today={day(today)}
      reasonClosed={(row, on) => (sheet.contract?.rates ? closedReason(row, on, rules) : null)}
      onType={onType ?? (() => {})}
    />
  )
}

/** Rows come from the rates in force; readers without rates see the rows with time. */
export function rowsOf(sheet: TimesheetData): GridRow[] {
  if (sheet.contract?.rates) return gridRows(sheet.contract.rates, sheet)
  const rows = new Map<string, GridRow>()
  for (const cell of sheet.details) {
    rows.set(cell.group_id, {
      group_id: cell.group_id,
      name: cell.rate_name,
      unit_type: cell.unit_type,
      versions: [],
    })
  }
  return [...rows.values()]
}

export function rulesOf(sheet: TimesheetData, rows: readonly GridRow[]) {
  return {
    unit_type: sheet.unit_type,
    standard_units: units(String(sheet.contract?.standard_units ?? '7.5')),
    period: { start_date: sheet.start_date, end_date: sheet.end_date },
    placement: {
      start_date: sheet.contract?.start_date ?? sheet.start_date,
      end_date: sheet.contract?.end_date ?? null,
    },
    unit_type_of_group: Object.fromEntries(rows.map((row) => [row.group_id, row.unit_type])),
  }
}
