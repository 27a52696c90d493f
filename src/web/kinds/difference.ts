/** Old and new values field by field (spec §2, change-request diff). Pure. */
import { labelOf } from '#entity/choices.ts'

export interface Difference {
  readonly field: string
  readonly label: string
  readonly old: string
  readonly new: string
}

/** The changed values in the order of the new ones. */
export function differences(old_values: unknown, new_values: unknown): Difference[] {
  const before = fieldsOf(old_values)
  const after = fieldsOf(new_values)
  const names = [...new Set([...after.keys(), ...before.keys()])]
  return names.flatMap((field) => {
    const [from, to] = [wordsOf(before.get(field)), wordsOf(after.get(field))]
    return from === to ? [] : [{ field, label: labelOf(field), old: from, new: to }]
  })
}

function fieldsOf(values: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof values === 'object' && values !== null ? Object.entries(values) : [])
}

const nothing = '–'

function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return nothing
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? nothing : value.map(wordsOf).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${labelOf(name)} ${wordsOf(inner)}`)
      .join(', ')
  return String(value)
}
