/** The day of a schedule in a form: of the week or of the month, beside a field `frequency`. */
import { type FormField, numberTyped } from '#web/form/fields.ts'
import { weekdays } from './statement-schedule.rules.ts'

interface Frequency {
  readonly frequency: string
}

export const weekday_field: FormField<'weekday', Frequency> = {
  kind: 'choice',
  name: 'weekday',
  label: 'Weekday',
  required: true,
  options: weekdays.map((label, i) => ({ value: String(i + 1), label })),
  when: ({ frequency }) => frequency === 'weekly',
}

export const day_of_month_field: FormField<'day_of_month', Frequency> = {
  kind: 'whole',
  name: 'day_of_month',
  label: 'Day of month',
  hint: '1 to 28',
  required: true,
  when: ({ frequency }) => frequency === 'monthly',
}

/** The verbs take the weekday as a number, 1 for Monday. */
export function withWeekday(input: Record<string, unknown>): Record<string, unknown> {
  return typeof input.weekday === 'string' ? { ...input, weekday: numberTyped(input.weekday) } : input
}
