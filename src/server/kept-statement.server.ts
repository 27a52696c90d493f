/** Statements that stay prepared in every transaction. */
const kept = new Set<string>()

/** Marks a statement that many verbs run and that takes longer to plan than to run. @returns its text */
export function keptStatement(sql: string): string {
  kept.add(sql)
  return sql
}

export const isKept = (sql: string): boolean => kept.has(sql)
