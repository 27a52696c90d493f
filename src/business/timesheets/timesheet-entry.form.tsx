/** Entering time: the grid, a comment, save and submit. Nothing typed is lost by a refusal. */
import { Copy, Save, Send } from 'lucide-react'
import { useMemo, useState } from 'react'
import { day, eachDay } from '#kernel/day.ts'
import { currencyOrGbp, symbolOf } from '#kernel/money.ts'
import { units } from '#kernel/rate.ts'
import { useSession } from '#web/core/session.ts'
import { tellFailure } from '#web/core/tell-failure.ts'
import { useAction } from '#web/core/use-action.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { notify } from '#web/ui/Toast.tsx'
import { readEntries } from '../rates/units.rules.ts'
import type { TimesheetData } from './timesheet.hook.ts'
import { lastPeriod } from './timesheet.hook.ts'
import { standardText, TimesheetGrid } from './timesheet-grid.form.tsx'
import type { GridRow, Typed } from './timesheet-grid.rules.ts'
import {
  cellKey,
  closedReason,
  copiedInto,
  entriesOf,
  errorsByCell,
  gridRows,
  typedFrom,
} from './timesheet-grid.rules.ts'

export function TimesheetEntry({ sheet, editable }: { sheet: TimesheetData; editable: boolean }) {
  const session = useSession()
  const rows = useMemo(() => rowsOf(sheet), [sheet])
  const days = useMemo(() => eachDay(sheet.start_date, sheet.end_date), [sheet.start_date, sheet.end_date])
  const rules = useMemo(() => rulesOf(sheet, rows), [sheet, rows])
  const entry = useEntry(sheet, rules)
  const reasonClosed = (row: GridRow, on: (typeof days)[number]) =>
    sheet.contract?.rates ? closedReason(row, on, rules) : null

  const copyLast = async () => {
    const cells = await lastPeriod(sheet.contract?.id ?? '', sheet.start_date).catch(tellFailure)
    if (!cells) return
    const known = new Map(rows.map((row) => [row.group_id, row]))
    const copied = copiedInto(
      cells.map((cell) => ({ ...cell, units: units(String(cell.units)) })),
      days,
      (group_id, on) => {
        const row = known.get(group_id)
        return row !== undefined && reasonClosed(row, on) === null
      },
    )
    if (Object.keys(copied).length === 0) notify.info('There is nothing to copy from the period before')
    else entry.type(copied)
  }
  const fillWeek = () => {
    const row = rows[0]
    if (!row) return
    const open = days.slice(0, 7).filter((on, at) => at < 5 && reasonClosed(row, on) === null)
    entry.type(Object.fromEntries(open.map((on) => [cellKey(on, row.group_id), standardText(row, rules)])))
  }
  useShortcuts(
    editable
      ? [
          {
            keys: 'Mod s',
            label: 'Save draft',
            group: 'Timesheet',
            inFields: true,
            run: () => void entry.save(),
          },
          {
            keys: 'Mod d',
            label: 'Copy last period',
            group: 'Timesheet',
            inFields: true,
            run: () => void copyLast(),
          },
        ]
      : [],
  )
  return (
    <Card
      title="Time worked"
      flush
      actions={
        editable ? (
          // Both on one line of their own where there is no room beside the title.
          <div className="-mx-2 flex gap-2 max-sideways:w-full">
            <Button size="sm" tone="quiet" icon={Copy} onClick={() => void copyLast()}>
              Copy last period
            </Button>
            {sheet.timesheet_frequency === 'week' && (
              <Button size="sm" tone="quiet" onClick={fillWeek}>
                Standard week
              </Button>
            )}
          </div>
        ) : undefined
      }
    >
      {rows.length === 0 ? (
        <p className="p-3 text-n11">No rate is in force in this period.</p>
      ) : (
        <TimesheetGrid
          rows={rows}
          days={days}
          typed={entry.typed}
          errors={entry.errors}
          rules={rules}
          symbol={symbolOf(currencyOrGbp(sheet.currency?.alpha_code))}
          editable={editable}
          today={day(session.today)}
          reasonClosed={reasonClosed}
          onType={entry.type}
        />
      )}
      {editable ? (
        <EntryFoot entry={entry} />
      ) : (
        sheet.comment && <p className="border-t p-3">{sheet.comment}</p>
      )}
    </Card>
  )
}

function EntryFoot({ entry }: { entry: Entry }) {
  return (
    <div className="flex flex-col gap-3 border-t p-3">
      {entry.guard}
      {entry.message && (
        <p role="alert" className="text-red11">
          {entry.message}
        </p>
      )}
      <TextArea label="Comment" rows={2} maxLength={4000} value={entry.comment} onChange={entry.setComment} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto text-12 text-n11 max-sideways:w-full">
          {entry.dirty ? 'Not saved yet' : 'All changes saved'}
        </span>
        <Button icon={Save} busy={entry.saving} onClick={() => void entry.save()}>
          Save draft
        </Button>
        <Button tone="primary" icon={Send} busy={entry.submitting} onClick={() => void entry.submit()}>
          Submit
        </Button>
      </div>
    </div>
  )
}

/** Rows come from the rates in force; who may not read rates sees the rows that hold time. */
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

type Entry = ReturnType<typeof useEntry>

function useEntry(sheet: TimesheetData, rules: ReturnType<typeof rulesOf>) {
  const saved = useMemo(() => typedFrom(sheet.details), [sheet.details])
  const [changes, setChanges] = useState<Typed>({})
  const [comment, setComment] = useState(sheet.comment ?? '')
  const [errors, setErrors] = useState<Typed>({})
  const [message, setMessage] = useState('')
  const save = useAction('transaction.timesheet.save_draft', { success: 'Draft saved' })
  const submit = useAction('transaction.timesheet.submit', { success: `${sheet.human_id} is submitted` })
  const typed = useMemo(() => ({ ...saved, ...changes }), [saved, changes])
  const dirty =
    comment !== (sheet.comment ?? '') ||
    Object.entries(changes).some(([key, text]) => text.trim() !== (saved[key] ?? ''))
  const unsaved = useUnsaved(dirty)
  const server = save.errors.details ?? submit.errors.details ?? ''

  const send = async (run: typeof save.run) => {
    const entries = entriesOf(typed)
    const found = errorsByCell(readEntries(entries, rules).errors, entries)
    setErrors(found)
    setMessage('')
    if (Object.keys(found).length > 0)
      return setMessage('Some days need a correction before this can be saved')
    const done = await run({ id: sheet.id, details: entries, comment })
    if (done !== undefined) setChanges({})
  }
  // What the server refuses beyond our own check stands under its cell, too.
  const refused = errorsByCell({ ...save.errors, ...submit.errors }, entriesOf(typed))
  return {
    typed,
    errors: { ...refused, ...errors },
    message: message || server,
    comment,
    setComment,
    dirty,
    guard: unsaved.guard,
    saving: save.busy,
    submitting: submit.busy,
    type: (cells: Typed) => {
      setChanges((before) => ({ ...before, ...cells }))
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in cells))))
      save.clearErrors()
      submit.clearErrors()
    },
    save: () => send(save.run),
    submit: () => send(submit.run),
  }
}
