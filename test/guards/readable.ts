import type { TableView } from '#data/profile.ts'

/** Why this viewer cannot ask for the path, or null. */
export function refusal(table: TableView | undefined, path: string): string | null {
  if (!table) return 'the entity is not his'
  const steps = path.split('.')
  let at = table
  for (const step of steps.slice(0, -1)) {
    const relation = at.relations.get(step)
    if (!relation) return `${path}: ${at.name} has no relation ${step} for him`
    at = relation.target
  }
  return at.columns.has(steps.at(-1) ?? '') ? null : `${path}: ${at.name} has no such field for him`
}
