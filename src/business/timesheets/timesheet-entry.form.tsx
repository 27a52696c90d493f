/** Entering time: the grid, a comment, save and submit. Nothing typed is lost by a refusal. */

import { Copy, Save, Send } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { day, eachDay } from '#kernel/day.ts'
import { currencyOrGbp, symbolOf } from '#kernel/money.ts'
import { units } from '#kernel/rate.ts'
import { action } from '#web/core/call.ts'
import { useConnected } from '#web/core/connection.ts'
import { useSession } from '#web/core/session.ts'
import { tellFailure } from '#web/core/tell-failure.ts'
import type { Kept } from '#web/drafts/draft-keeper.ts'
import type { Outgoing } from '#web/drafts/outgoing.ts'
import { TypedNote } from '#web/drafts/TypedNote.tsx'
import { type OutgoingCalls, useOutgoing, useOutgoingCalls } from '#web/drafts/use-outgoing.ts'
import type { FormPart } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { notify } from '#web/ui/Toast.tsx'
import { useWorkSaves } from '../approvable-work/work-saves.hook.ts'
import type { Entry } from '../rates/units.rules.ts'
import { awayDays } from './days/day-marks.rules.ts'
import type { TimesheetData } from './timesheet.hook.ts'
import { lastPeriod } from './timesheet.hook.ts'
import { movedLines, TypedLeftovers } from './timesheet-draft.card.tsx'
import {
  type DraftOwner,
  nameOf,
  type SheetValues,
  settlesOf,
  useTypedDraft,
} from './timesheet-draft.hook.ts'
import { draft_days } from './timesheet-draft.rules.ts'
import { GridFault, hasStandardDay, standardText, TimesheetGrid } from './timesheet-grid.form.tsx'
import type { GridRow, Typed } from './timesheet-grid.rules.ts'
import {
  cellFaults,
  cellKey,
  closedReason,
  copiedInto,
  entriesOf,
  gridRows,
  leftFaults,
  sentFaults,
  typedFrom,
  typedOf,
  unreadCells,
  withCells,
} from './timesheet-grid.rules.ts'

export function TimesheetEntry({ sheet, editable }: { sheet: TimesheetData; editable: boolean }) {
  const saved = useMemo(() => typedFrom(sheet.details), [sheet.details])
  const outgoing = useOutgoing(nameOf(sheet.id))
  const calls = useOutgoingCalls()
  const [saves, setSaves] = useState(0)
  if (editable && outgoing && !outgoing.refusal)
    return (
      <Card title="Time worked" flush>
        <TypedNote
          lead="Kept on this device. It will be submitted once when you are online."
          lines={[]}
          button="Do not submit"
          onPress={() => void calls?.takeBack(nameOf(sheet.id))}
        />
        <Grid sheet={sheet} typed={typedIn(outgoing.input)} errors={{}} />
      </Card>
    )
  if (editable)
    return (
      <EntryForm
        // A save, and the state that refused a submission, begin again with the saved cells.
        key={`${saves} ${outgoing ? sheet.updated_at : ''}`}
        sheet={sheet}
        saved={saved}
        refused={outgoing}
        calls={calls}
        onSaved={() => setSaves(saves + 1)}
      />
    )
  return (
    <Card title="Time worked" flush>
      <TypedLeftovers sheet={sheet} />
      <Grid sheet={sheet} typed={saved} errors={{}} />
      {sheet.comment && <p className="border-t p-3">{sheet.comment}</p>}
    </Card>
  )
}

/** The cells of a submission that waits. */
const entriesIn = ({ details }: Outgoing['input']) => details as Entry[] // As this form sent them.
const typedIn = (input: Outgoing['input']): Typed => typedOf(entriesIn(input))

function EntryForm({
  sheet,
  saved,
  refused,
  calls,
  onSaved,
}: {
  sheet: TimesheetData
  saved: Typed
  /** An earlier submission that was refused while nobody looked. */
  refused: Outgoing | null
  calls: OutgoingCalls | null
  onSaved: () => void
}) {
  const rules = useMemo(() => rulesOf(sheet, rowsOf(sheet)), [sheet])
  const [kept, setKept] = useState<Kept>('nothing')
  const [isReady, setReady] = useState(false)
  const faults = useMemo(
    () => refused?.refusal && sentFaults(refused.refusal.errors, entriesIn(refused.input)),
    [refused],
  )
  const settle = useRef(async () => {})
  // The draft goes first: the form would bring it back.
  const onDone = () => void settle.current().finally(onSaved)
  // A save by somebody else meanwhile is not replaced, neither now nor by a submission that waits.
  const [seen] = useState(sheet.updated_at)
  const saves = useWorkSaves('transaction.timesheet.save_draft')
  const input = (_: object, { details, comment }: SheetValues) => ({
    details: entriesOf(details),
    comment,
    updated_at: seen,
    ...saves.lost(),
  })
  const submit = async (sent: Record<string, unknown>, key: string): Promise<Sent> => {
    const action_id = 'transaction.timesheet.submit'
    if (!calls) return { kind: 'sent', data: await action(action_id, sent, key) }
    const settles = settlesOf(sheet, typedIn(sent))
    return calls.submit(nameOf(sheet.id), { action_id, input: sent, key, label: sheet.human_id, settles })
  }
  return (
    <VerbForm<'details' | 'comment', SheetValues, Sent>
      title="Time worked"
      action_id="transaction.timesheet.submit"
      fixed={{ id: sheet.id }}
      initial={{ details: saved, comment: sheet.comment ?? '' }}
      keeps={calls !== null && kept !== 'nowhere'}
      faults={isReady ? faults : undefined}
      fields={[
        {
          kind: 'custom',
          name: 'details',
          label: 'Time worked',
          render: (part) => (
            <>
              {refused?.refusal && (
                <p role="alert" className="mb-2 text-red11">
                  It was not submitted. {refused.refusal.message}
                </p>
              )}
              <Cells
                {...part}
                sheet={sheet}
                saved={saved}
                draft={{ onKept: setKept, onReady: () => setReady(true), settle }}
              />
            </>
          ),
        },
        { kind: 'area', name: 'comment', label: 'Comment' },
      ]}
      check={({ details }) => unreadCells(details, rules)}
      input={input}
      send={submit}
      buttons={({ isUnsaved }) => (
        <KeptNote kept={kept} isUnsaved={isUnsaved} keepsOffline={calls !== null} />
      )}
      also={{
        action_id: 'transaction.timesheet.save_draft',
        label: 'Save draft',
        icon: Save,
        fixed: { id: sheet.id },
        input,
        send: saves.save,
        success: 'Draft saved',
        onDone,
      }}
      submit="Submit"
      icon={Send}
      success={({ kind }) =>
        kind === 'waits'
          ? 'You are offline. It will be submitted when you are online.'
          : `${sheet.human_id} is submitted`
      }
      onDone={({ kind }) => kind !== 'waits' && onDone()}
    />
  )
}

function KeptNote({
  kept,
  isUnsaved,
  keepsOffline,
}: {
  kept: Kept
  isUnsaved: boolean
  keepsOffline: boolean
}) {
  const isConnected = useConnected()
  return (
    <span role="status" className="mr-auto self-center text-12 text-n11 max-sideways:w-full">
      {!isConnected && keepsOffline
        ? 'You are offline. What you type is kept on this device.'
        : isUnsaved
          ? kept_texts[kept]
          : 'All changes saved'}
    </span>
  )
}

type Sent = Awaited<ReturnType<OutgoingCalls['submit']>>

const kept_texts: Readonly<Record<Kept, string>> = {
  nothing: 'Not saved yet',
  nowhere: 'Not saved yet',
  device: 'Not saved yet. Kept on this device.',
  server: 'Not saved yet. Kept as your draft.',
}

/** The cells with the tools that fill them. */
function Cells({
  values,
  update,
  errors,
  also,
  sheet,
  saved,
  draft,
}: FormPart<SheetValues> & {
  sheet: TimesheetData
  saved: Typed
  draft: DraftOwner
}) {
  const { details } = values
  const { back, discard, isReading } = useTypedDraft(sheet, { values, update }, draft)
  const rows = useMemo(() => rowsOf(sheet), [sheet])
  const days = useMemo(() => eachDay(sheet.start_date, sheet.end_date), [sheet.start_date, sheet.end_date])
  const rules = useMemo(() => rulesOf(sheet, rows), [sheet, rows])
  const isOpen = (row: GridRow, on: (typeof days)[number]) =>
    !sheet.contract?.rates || closedReason(row, on, rules) === null
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const type = (cells: Typed) => {
    setLeft((now) => new Set([...now].filter((key) => !(key in cells))))
    update((now) => ({ details: withCells(now.details, cells, saved) }))
  }
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
      {back && (
        <div className="-mx-3 -mt-1 mb-2 border-t">
          <TypedNote
            lead={`What you typed before is back. It is not saved yet, and is kept for ${draft_days} days.${back.moved.length > 0 ? ' The timesheet changed meanwhile:' : ''}`}
            lines={movedLines(
              back.moved,
              back.values,
              { ...saved, comment: sheet.comment ?? '' },
              new Map(rows.map((row) => [row.group_id, row.name])),
            )}
            button="Discard"
            onPress={discard}
          />
        </div>
      )}
      <div className="-mt-1 mb-2 flex justify-end gap-2">
        <Button size="sm" tone="quiet" icon={Copy} onClick={() => void copyLast()}>
          Copy last period
        </Button>
        {sheet.timesheet_frequency === 'week' && rows[0] && hasStandardDay(rows[0]) && (
          <Button size="sm" tone="quiet" onClick={fillWeek}>
            Standard week
          </Button>
        )}
      </div>
      <div className="-mx-3 border-y">
        <Grid
          sheet={sheet}
          typed={details}
          errors={{ ...leftFaults(left, details, rules), ...cellFaults(errors, details) }}
          onType={type}
          onLeave={(key) => setLeft((now) => new Set([...now, key]))}
          isReading={isReading}
        />
      </div>
      <GridFault text={errors.details} />
    </>
  )
}

function Grid({
  sheet,
  typed,
  errors,
  onType,
  onLeave,
  isReading = false,
}: {
  sheet: TimesheetData
  typed: Typed
  errors: Typed
  /** Left out where nothing may be typed. */
  onType?: (cells: Typed) => void
  onLeave?: (key: string) => void
  isReading?: boolean
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
      isReading={isReading}
      today={day(today)}
      reasonClosed={(row, on) => (sheet.contract?.rates ? closedReason(row, on, rules) : null)}
      onType={onType ?? (() => {})}
      onLeave={onLeave}
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
    standard_units_of_group: Object.fromEntries(
      rows.flatMap((row) => (row.standard_units === undefined ? [] : [[row.group_id, row.standard_units]])),
    ),
    name_of_group: Object.fromEntries(rows.map((row) => [row.group_id, row.name])),
    away: awayDays(sheet.details),
  }
}
