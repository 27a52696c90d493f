import { day, formatDay } from '#kernel/day.ts'
import { TypedNote } from '#web/drafts/TypedNote.tsx'
import type { TimesheetData } from './timesheet.hook.ts'
import { useTypedLeftovers } from './timesheet-draft.hook.ts'
import { comment_key, draft_days } from './timesheet-draft.rules.ts'
import { type Typed, typedFrom } from './timesheet-grid.rules.ts'

/** The place of a typed value, in words: `02/06/2025, Standard`. */
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
      lead={`You typed values here that were not saved before the timesheet moved on. They are kept for ${draft_days} days.`}
      lines={movedLines(keys, back.values, saved, names)}
      button="Discard"
      onPress={() => void discard()}
    />
  )
}
