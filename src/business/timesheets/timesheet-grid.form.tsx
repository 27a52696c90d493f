/** The day grid: rates down, days across, totals both ways (experience.md, page 3). On a phone one day is a row. */
import { Lock, Minus, Plus } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useRef } from 'react'
import type { Day } from '#kernel/day.ts'
import { partsOf, weekday } from '#kernel/day.ts'
import { formatRate, formatUnits, rate, units, unitsFromScaled } from '#kernel/rate.ts'
import { cx } from '#web/ui/class-names.ts'
import { useIsPhone } from '#web/ui/media.ts'
import type { UnitRules } from '../rates/units.rules.ts'
import { parseUnits, unitLabel } from '../rates/units.rules.ts'
import type { GridRow, Typed } from './timesheet-grid.rules.ts'
import { cellKey, pastedInto, rowLabel, rowRules } from './timesheet-grid.rules.ts'

export interface GridProps {
  readonly rows: readonly GridRow[]
  readonly days: readonly Day[]
  readonly typed: Typed
  readonly errors: Typed
  readonly rules: UnitRules
  readonly symbol: string
  /** False: read-only. */
  readonly editable: boolean
  /** Values typed before are on their way: the cells take no key until they are there, but a paste. */
  readonly isReading: boolean
  readonly today: Day
  readonly reasonClosed: (row: GridRow, on: Day) => string | null
  readonly onType: (changes: Typed) => void
  /** A cell is left: its fault may show. */
  readonly onLeave?: ((key: string) => void) | undefined
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const dayName = (on: Day): string => `${weekdays[weekday(on) - 1]} ${partsOf(on).date}`

function unitsOf(text: string, rules: UnitRules): number {
  const parsed = parseUnits(text, rules)
  return 'units' in parsed ? parsed.units : 0
}

function total(props: GridProps, rows: readonly GridRow[], days: readonly Day[]): string {
  let sum = 0
  for (const row of rows)
    for (const on of days)
      sum += unitsOf(props.typed[cellKey(on, row.group_id)] ?? '', {
        ...props.rules,
        unit_type: row.unit_type,
      })
  return formatUnits(unitsFromScaled(sum))
}

export function TimesheetGrid(props: GridProps) {
  return useIsPhone() ? <DayRows {...props} /> : <WideGrid {...props} />
}

/** A fault of the cells as a whole, below the grid. */
export function GridFault({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className="mt-2 text-red11">
      {text}
    </p>
  )
}

function WideGrid(props: GridProps) {
  const { rows, days, today } = props
  const grid = useRef<HTMLTableElement>(null)
  const focusCell = (r: number, c: number) => {
    const cell = grid.current?.querySelector<HTMLInputElement>(`[data-cell="${r}:${c}"]`)
    cell?.focus()
    cell?.select()
  }
  return (
    <div className="scroll-quiet overflow-x-auto">
      <table
        ref={grid}
        className="w-full border-separate border-spacing-0"
        aria-label="Time worked, by rate and day"
      >
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky left-0 z-10 bg-surface px-3 py-2 text-left text-12 font-medium text-n11"
            >
              Rate
            </th>
            {days.map((on) => (
              <th
                key={on}
                scope="col"
                className={cx(
                  'min-w-16 px-1 py-2 text-center text-12 font-medium whitespace-nowrap',
                  weekday(on) > 5 ? 'bg-n2 text-n10' : 'text-n11',
                )}
              >
                <span className={on === today ? 'rounded-full bg-a3 px-1.5 py-0.5 text-a11' : ''}>
                  {dayName(on)}
                </span>
              </th>
            ))}
            <th scope="col" className="px-3 py-2 text-right text-12 font-medium text-n11">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, r) => (
            <tr key={row.group_id}>
              <th
                scope="row"
                className="sticky left-0 z-10 border-t bg-surface px-3 py-2 text-left font-normal"
              >
                <RateHead row={row} rows={rows} symbol={props.symbol} />
              </th>
              {days.map((on, c) => (
                <td key={on} className={cx('border-t p-1 align-top', weekday(on) > 5 && 'bg-n2')}>
                  <GridCell {...props} row={row} on={on} at={{ r, c }} onMove={focusCell} />
                </td>
              ))}
              <td className="numeric border-t px-3 py-2 text-right font-semibold">
                {total(props, [row], days)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th
              scope="row"
              className="sticky left-0 z-10 border-t border-n7 bg-surface px-3 py-2 text-left font-medium"
            >
              Total
            </th>
            {days.map((on) => (
              <td
                key={on}
                className={cx(
                  'numeric border-t border-n7 px-1 py-2 text-center text-n11',
                  weekday(on) > 5 && 'bg-n2',
                )}
              >
                {total(props, rows, [on])}
              </td>
            ))}
            <td className="numeric border-t border-n7 px-3 py-2 text-right text-14 font-semibold">
              {total(props, rows, days)}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function RateHead({ row, rows, symbol }: Pick<GridProps, 'rows' | 'symbol'> & { row: GridRow }) {
  const prices = row.versions.map((version) => formatRate(rate(String(version.value_numeric))))
  return (
    <>
      <span className="block font-medium">{rowLabel(row, rows)}</span>
      {prices.length > 0 && (
        <span className="numeric block text-12 text-n11">
          {[...new Set(prices)].map((price) => `${symbol}${price}`).join(' → ')} /{' '}
          {unitLabel(row.unit_type, 'singular')}
        </span>
      )}
    </>
  )
}

interface CellProps extends GridProps {
  readonly row: GridRow
  readonly on: Day
  readonly at: { readonly r: number; readonly c: number }
  readonly onMove: (r: number, c: number) => void
}

function GridCell(props: CellProps) {
  const { row, on, at, typed, errors, editable } = props
  const key = cellKey(on, row.group_id)
  const text = typed[key] ?? ''
  const error = errors[key]
  const closed = props.reasonClosed(row, on)
  // A closed day that still holds something stays open to being emptied.
  if (closed && text === '' && !error) return <ClosedCell reason={closed} />
  if (!editable) return <span className="numeric block py-1.5 text-center">{text || <Nothing />}</span>
  return (
    <>
      <input
        data-cell={`${at.r}:${at.c}`}
        aria-label={`${rowLabel(row, props.rows)}, ${dayName(on)}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `e-${key.replace(' ', '-')}` : undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        value={text}
        readOnly={props.isReading}
        onChange={(event) => onTyped(event.target.value, props)}
        onKeyDown={(event) => onKey(event, props)}
        onPaste={(event) => onPaste(event, props)}
        onBlur={() => {
          settle(text, props)
          props.onLeave?.(key)
        }}
        className="field-input numeric w-full min-w-14 text-center"
      />
      {error && (
        <p id={`e-${key.replace(' ', '-')}`} role="alert" className="mt-0.5 text-center text-12 text-red11">
          {error}
        </p>
      )}
    </>
  )
}

function Nothing() {
  return <span className="text-n10">–</span>
}

function ClosedCell({ reason }: { reason: string }) {
  return (
    <span title={reason} className="grid h-8 place-items-center text-n10">
      <Lock size={12} aria-label={reason} />
    </span>
  )
}

/** `w` fills the weekdays of the row with the standard day, as a key in any of its cells. */
function onTyped(text: string, props: CellProps): void {
  const { row, on, days, rules, onType } = props
  if (text.trim().toLowerCase() !== 'w' || !hasStandardDay(row)) {
    onType({ [cellKey(on, row.group_id)]: text })
    return
  }
  const standard = standardText(row, rules)
  const open = days.filter((each) => weekday(each) <= 5 && props.reasonClosed(row, each) === null)
  onType({
    [cellKey(on, row.group_id)]: '',
    ...Object.fromEntries(open.map((each) => [cellKey(each, row.group_id), standard])),
  })
}

/** Months and custom units have no standard day. */
export const hasStandardDay = ({ unit_type }: Pick<GridRow, 'unit_type'>): boolean =>
  unit_type === 'hourly' || unit_type === 'daily'

export function standardText(row: GridRow, rules: UnitRules): string {
  return formatUnits(unitsFromScaled(unitsOf('s', rowRules(row, rules))))
}

/** `7:30` and `s` become decimals when the cell is left; other text stays as typed. */
function settle(text: string, { row, on, rules, onType }: CellProps): void {
  const parsed = parseUnits(text, rowRules(row, rules))
  if (text.trim() === '' || !('units' in parsed)) return
  const settled = parsed.units === 0 ? '' : (parsed.unit_fraction ?? formatUnits(parsed.units))
  if (settled !== text) onType({ [cellKey(on, row.group_id)]: settled })
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
}

function onKey(event: KeyboardEvent<HTMLInputElement>, { at, onMove }: CellProps): void {
  const input = event.currentTarget
  const atStart = input.selectionStart === 0 && input.selectionEnd === 0
  const all = input.selectionStart === 0 && input.selectionEnd === input.value.length
  const atEnd = input.selectionStart === input.value.length
  const move =
    moves[event.key] ??
    (event.key === 'ArrowLeft' && (atStart || all) ? ([0, -1] as const) : undefined) ??
    (event.key === 'ArrowRight' && (atEnd || all) ? ([0, 1] as const) : undefined)
  if (!move || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  onMove(at.r + move[0], at.c + move[1])
}

function onPaste(event: ClipboardEvent, { rows, days, at, onType }: CellProps): void {
  const text = event.clipboardData.getData('text')
  if (!/[\t\n]/.test(text)) return
  event.preventDefault()
  onType(pastedInto(text, { row: at.r, column: at.c }, rows, days))
}

/** The phone's form of the grid: a day a row, a rate a line, with steppers of a quarter standard day. */
function DayRows(props: GridProps) {
  // To look at one rate a day is a line: its total says it all.
  const isLine = !props.editable && props.rows.length === 1
  return (
    <ul className="flex flex-col">
      {props.days.map((on) => (
        <li key={on} className={cx('border-b px-3 py-2', weekday(on) > 5 && 'bg-n2')}>
          <div className="flex items-baseline justify-between">
            <span className={cx('font-medium', on === props.today && 'text-a11')}>{dayName(on)}</span>
            <span className={cx('numeric', isLine ? 'font-medium' : 'text-12 text-n11')}>
              {total(props, props.rows, [on])}
            </span>
          </div>
          {isLine
            ? null
            : props.rows.map((row, r) => (
                <div key={row.group_id} className="mt-1 flex items-start gap-2">
                  <span className="min-w-0 flex-1 truncate pt-3.5 text-12 text-n11">
                    {rowLabel(row, props.rows)}
                  </span>
                  <Stepper
                    {...props}
                    row={row}
                    on={on}
                    at={{ r, c: props.days.indexOf(on) }}
                    onMove={() => {}}
                  />
                </div>
              ))}
        </li>
      ))}
      <li className="flex justify-between px-3 py-2 text-14 font-semibold">
        Total <span className="numeric">{total(props, props.rows, props.days)}</span>
      </li>
    </ul>
  )
}

function Stepper(props: CellProps) {
  const { row, on, rules, editable } = props
  const key = cellKey(on, row.group_id)
  const open = editable && props.reasonClosed(row, on) === null
  const step = (sign: 1 | -1) => {
    const unit_rules = rowRules(row, rules)
    const next = unitsOf(props.typed[key] ?? '', unit_rules) + sign * units('0.5')
    props.onType({ [key]: next <= 0 ? '' : formatUnits(unitsFromScaled(next)) })
  }
  return (
    <div className="flex items-start gap-1">
      {open && (
        <StepButton
          label={`Less, ${rowLabel(row, props.rows)}, ${dayName(on)}`}
          icon="less"
          onClick={() => step(-1)}
        />
      )}
      <div className="w-20">
        <GridCell {...props} />
      </div>
      {open && (
        <StepButton
          label={`More, ${rowLabel(row, props.rows)}, ${dayName(on)}`}
          icon="more"
          onClick={() => step(1)}
        />
      )}
    </div>
  )
}

function StepButton({ label, icon, onClick }: { label: string; icon: 'less' | 'more'; onClick: () => void }) {
  const Icon = icon === 'less' ? Minus : Plus
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-12 shrink-0 place-items-center rounded border border-n7 bg-surface hover:bg-n3"
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}
