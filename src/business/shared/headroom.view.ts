/** Label and amount of a headroom: below zero it has its own label, and the amount no sign. */
export function headroomFigure(
  value: string | number,
  /** An agency draws more than there is; a client owes more than its limit. */
  below: 'Over-advanced by' | 'Over limit by',
): { readonly label: string; readonly value: string; readonly is_below: boolean } {
  const text = String(value)
  return text.startsWith('-')
    ? { label: below, value: text.slice(1), is_below: true }
    : { label: 'Headroom', value: text, is_below: false }
}
