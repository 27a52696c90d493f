import { History } from 'lucide-react'
import { day, formatDay } from '#kernel/day.ts'
import { Button } from '#web/ui/Button.tsx'
import type { TimesheetData } from './timesheet.hook.ts'
import { useTypedLeftovers } from './timesheet-draft.hook.ts'
import { comment_key } from './timesheet-draft.rules.ts'
import { type Typed, typedFrom } from './timesheet-grid.rules.ts'

/** A sentence about typed values with the button that decides about them. */
export function TypedNote({
  lead,
  lines,
  button,
  onPress,
}: {
  lead: string
  lines: readonly string[]
  button: string
  onPress: () => void
}) {
  return (
    <div role="status" className="flex flex-wrap items-start gap-2 border-b bg-a2 px-3 py-2">
      <History size={16} aria-hidden className="mt-0.5 shrink-0 text-a11" />
      <div className="min-w-0 flex-1 break-words">
        <p>{lead}</p>
        {lines.length > 0 && (
          <ul className="mt-1 list-disc pl-4 text-n11">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      <Button size="sm" onClick={onPress}>
        {button}
      </Button>
    </div>
  )
}

/** Where a typed value stands, in words: `02/06/2025, Standard`. */
export function placeOf(key: string, rate_names: ReadonlyMap<string, string>): string {
  if (key === comment_key) return 'Comment'
  return `${formatDay(day(key.slice(0, 10)))}, ${rate_names.get(key.slice(11)) ?? 'a former rate'}`
}

const said = (text: string | undefined) => (text ? text : 'nothing')

/** Both values of the cells that changed since the person saw them. */
export function movedLines(
  moved: readonly string[],
  typed: Typed,
  saved: Typed,
  rate_names: ReadonlyMap<string, string>,
): string[] {
  return moved.map(
    (key) =>
      `${placeOf(key, rate_names)}: you typed ${said(typed[key])}, the timesheet says ${said(saved[key])}.`,
  )
}

/** Above a timesheet that takes no changes any more. */
export function TypedLeftovers({ sheet }: { sheet: TimesheetData }) {
  const { back, discard } = useTypedLeftovers(sheet)
  const keys = Object.keys(back.values)
  if (keys.length === 0) return null
  const names = new Map(sheet.details.map((cell) => [cell.group_id, cell.rate_name]))
  for (const rate of sheet.contract?.rates ?? []) names.set(rate.group_id, rate.name)
  const saved = { ...typedFrom(sheet.details), [comment_key]: sheet.comment ?? '' }
  return (
    <TypedNote
      lead="You typed values here that were not saved before the timesheet moved on."
      lines={movedLines(keys, back.values, saved, names)}
      button="Discard"
      onPress={() => void discard()}
    />
  )
}
