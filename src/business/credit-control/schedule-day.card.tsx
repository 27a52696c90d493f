/** On which day a schedule falls: of the week, or of the month. */
import { NumberInput, Select } from '#web/ui/inputs.tsx'
import { weekdays } from './statement-schedule.rules.ts'

/** `weekday` is '1' (Monday) to '7', `day_of_month` as it is typed; neither where the schedule has no day of its own. */
export function ScheduleDay({
  frequency,
  weekday,
  onWeekday,
  day_of_month,
  onDay,
  errors,
}: {
  frequency: string
  weekday: string
  onWeekday: (weekday: string) => void
  day_of_month: string
  onDay: (day_of_month: string) => void
  errors: Readonly<Record<string, string>>
}) {
  if (frequency === 'weekly')
    return (
      <Select
        label="Weekday"
        required
        value={weekday}
        onChange={onWeekday}
        options={weekdays.map((label, i) => ({ value: String(i + 1), label }))}
        error={errors.weekday}
      />
    )
  if (frequency !== 'monthly') return null
  return (
    <NumberInput
      label="Day of month"
      required
      hint="1 to 28"
      value={day_of_month}
      onChange={onDay}
      error={errors.day_of_month}
    />
  )
}
