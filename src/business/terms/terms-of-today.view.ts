/** The terms of a placement today, and those to come with their day, in one line. */
import { labelIn } from '#entity/choices.ts'
import { formatDay, isDay } from '#kernel/day.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { funding_types, ir35_statuses } from '../shared/contract-terms.rules.ts'

type Choices = typeof funding_types | typeof ir35_statuses

/** `Outside IR35, from 09/06/2025: Inside IR35` */
export function termsWords(choices: Choices, today: string | null, to_come: string | null): string | null {
  const later = (to_come ?? '').split(', ').flatMap((one) => {
    const [value = '', from = ''] = one.split(' from ')
    return isDay(from)
      ? [`from ${formatDay(from)}: ${value === 'none' ? 'None' : labelIn(choices, value)}`]
      : []
  })
  const now = today === null ? null : labelIn(choices, today)
  return later.length === 0 ? now : [now ?? 'None', ...later].join(', ')
}

const textAt = (row: ListRow, field: string): string | null => {
  const value = (row as Readonly<Record<string, unknown>>)[field]
  return typeof value === 'string' ? value : null
}
export const ir35Cell = (row: ListRow): string | null =>
  termsWords(ir35_statuses, textAt(row, 'ir35_status_today'), textAt(row, 'ir35_to_come'))
export const fundingCell = (row: ListRow): string | null =>
  termsWords(funding_types, textAt(row, 'funding_type_today'), textAt(row, 'funding_to_come'))
