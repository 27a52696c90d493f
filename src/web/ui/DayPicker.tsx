import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { systemClock } from '#kernel/clock.ts'
import type { Day } from '#kernel/day.ts'
import {
  addDays,
  addMonths,
  endOfMonth,
  formatDay,
  formatDayLong,
  isDay,
  partsOf,
  startOfMonth,
  weekday,
} from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import { cx } from './class-names.ts'
import { dayFromText } from './day-text.ts'
import { Field, fieldAria } from './Field.tsx'
import { Popover } from './Popover.tsx'
import { onceReleased } from './pointer-held.ts'

export interface DayPickerProps {
  label: string
  /** `YYYY-MM-DD`, or empty. */
  value: string
  onChange: (value: string) => void
  min?: string | undefined
  max?: string | undefined
  error?: string | undefined
  hint?: string | undefined
  required?: boolean
  placeholder?: string
  /** Acts at once, so it reports valid days only. A form also submits invalid text, for the server to refuse. */
  live?: boolean
}

/** Type a day in any usual form or pick it. Days are text throughout: no time zone can shift one. */
export function DayPicker({
  label,
  value,
  onChange,
  min,
  max,
  error,
  hint,
  required,
  placeholder = 'DD MMM YYYY',
  live = false,
}: DayPickerProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [fault, setFault] = useState('')
  const shown = typed ?? (isDay(value) ? formatDayLong(value) : value)

  const accept = (text: string) => {
    setTyped(null)
    if (text.trim() === '') return choose('')
    const day = dayFromText(text, systemClock.today())
    if (!day) return refuse(text, text, validationText.matches)
    choose(day, text)
  }
  /** Keeps the typed text; a form never submits the previous day. */
  const refuse = (told: string, text: string, why: string) => {
    onceReleased(() => setFault(why))
    if (live) setTyped(text)
    else if (told !== value) onChange(told)
  }
  const choose = (day: string, text = day) => {
    if (day && min && day < min)
      return refuse(day, text, validationText.min_date(isDay(min) ? formatDay(addDays(min, -1)) : min))
    if (day && max && day > max)
      return refuse(day, text, validationText.max_date(isDay(max) ? formatDay(addDays(max, 1)) : max))
    onceReleased(() => setFault(''))
    if (day !== value) onChange(day)
  }

  return (
    <Field id={id} label={label} error={error || fault} hint={hint} required={required ?? false}>
      <div className="relative">
        <input
          type="text"
          inputMode="text"
          autoComplete="off"
          {...fieldAria(id, { error: error || fault, hint, required })}
          placeholder={placeholder}
          value={shown}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={(event) => typed !== null && accept(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') accept(event.currentTarget.value)
            if (event.key === 'ArrowDown' && event.altKey) setOpen(true)
          }}
          className="field-input numeric pr-8"
        />
        <Popover
          label={`Calendar for ${label}`}
          align="end"
          open={open}
          onOpenChange={setOpen}
          trigger={
            <button
              type="button"
              aria-label={`Choose ${label}`}
              className="absolute inset-y-0 right-0 grid w-8 place-items-center rounded text-n10 hover:text-n12"
            >
              <CalendarDays size={15} aria-hidden />
            </button>
          }
        >
          <Calendar
            value={isDay(value) ? value : null}
            min={min}
            max={max}
            onPick={(day) => {
              setTyped(null)
              choose(day)
              setOpen(false)
            }}
          />
        </Popover>
      </div>
    </Field>
  )
}

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

const moves: Record<string, (day: Day) => Day> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
  Home: (day) => addDays(day, 1 - weekday(day)),
  End: (day) => addDays(day, 7 - weekday(day)),
}

/** One month as a grid; arrows, Page Up and Page Down move, Enter picks. Weeks begin on Monday. */
export function Calendar({
  value,
  min,
  max,
  onPick,
}: {
  value: Day | null
  min?: string | undefined
  max?: string | undefined
  onPick: (day: Day) => void
}) {
  const today = systemClock.today()
  const [at, setAt] = useState<Day>(value ?? today)
  const grid = useRef<HTMLTableElement>(null)
  const moved = useRef(false)

  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLButtonElement>(`[data-day="${at}"]`)?.focus()
  }, [at])

  const key = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    moved.current = true
    setAt(move(at))
  }
  const off = (day: Day) =>
    (min !== undefined && min !== '' && day < min) || (max !== undefined && max !== '' && day > max)

  return (
    <div className="p-2">
      <div className="mb-1 flex items-center gap-1">
        <MonthButton label="Previous month" onClick={() => setAt(addMonths(at, -1))} icon="left" />
        <p aria-live="polite" className="flex-1 text-center font-medium">
          {formatDayLong(at).slice(3)}
        </p>
        <MonthButton label="Next month" onClick={() => setAt(addMonths(at, 1))} icon="right" />
      </div>
      <table
        ref={grid}
        onKeyDown={key}
        aria-label={formatDayLong(at).slice(3)}
        className="border-separate border-spacing-0.5"
      >
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" className="h-6 w-8 text-12 font-normal text-n10">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className="p-0">
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === at ? 0 : -1}
                    aria-label={formatDayLong(day)}
                    aria-pressed={day === value}
                    aria-current={day === today ? 'date' : undefined}
                    disabled={off(day)}
                    onClick={() => onPick(day)}
                    className={cx(
                      'numeric grid size-8 place-items-center rounded pointer-coarse:size-11',
                      day === value ? 'bg-a9 font-semibold text-on-accent' : 'hover:bg-n4',
                      day.slice(0, 7) !== at.slice(0, 7) && day !== value && 'text-n10',
                      day === today && day !== value && 'font-semibold text-a11 ring-1 ring-a6 ring-inset',
                      off(day) && 'opacity-35',
                    )}
                  >
                    {partsOf(day).date}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MonthButton({
  label,
  icon,
  onClick,
}: {
  label: string
  icon: 'left' | 'right'
  onClick: () => void
}) {
  const Icon = icon === 'left' ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-8 place-items-center rounded text-n11 hover:bg-n4 pointer-coarse:size-12"
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}

function weeksOf(at: Day): Day[][] {
  const first = startOfMonth(at)
  const last = endOfMonth(at)
  const weeks: Day[][] = []
  for (let monday = addDays(first, 1 - weekday(first)); monday <= last; monday = addDays(monday, 7)) {
    const start = monday
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((n) => addDays(start, n)))
  }
  return weeks
}
