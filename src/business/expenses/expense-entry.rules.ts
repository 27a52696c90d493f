/** An expense while it is typed. Pure. */

export type TypedLine = {
  readonly key: string
  readonly from_date: string
  readonly type: string
  readonly description: string
  readonly amount: string
  readonly tax_amount: string
  readonly is_disbursement: boolean
}

export type Typed = {
  readonly lines: readonly TypedLine[]
  readonly po_number: string
  readonly comment: string
}

/**
 * Refusals that still apply: a changed field loses its message, and an item keeps its messages when one above is
 * removed.
 */
export function standing(
  errors: Readonly<Record<string, string>>,
  judged: Typed | null,
  typed: Typed,
): Record<string, string> {
  if (!judged) return { ...errors }
  const kept: Record<string, string> = {}
  for (const [path, message] of Object.entries(errors)) {
    const [, at, field] = /^details\.(\d+)\.(\w+)$/.exec(path) ?? []
    if (at === undefined || field === undefined) {
      if (path !== 'details' || judged.lines.length === typed.lines.length) kept[path] = message
      continue
    }
    const before = judged.lines[Number(at)]
    const now = typed.lines.findIndex((line) => line.key === before?.key)
    const name = field as keyof TypedLine // Of a field the form does not have nothing is compared: undefined stays so.
    if (before && typed.lines[now]?.[name] === before[name]) kept[`details.${now}.${field}`] = message
  }
  return kept
}
