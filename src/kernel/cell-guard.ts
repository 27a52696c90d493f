/** The export guard of spec §5, and its undoing where a file comes back. */

/** Signs that open a formula in one spreadsheet or another. */
const openers = new Set(['=', '+', '-', '@', '\\'])

/**
 * A cell that a spreadsheet could read as a formula is prefixed with a quote (spec §5): it starts with one of the signs,
 * a tab or a carriage return. Programs drop blanks and unseen signs before the first one, and read full-width forms as
 * the plain ones; such cells are prefixed, too.
 */
export function guardCell(text: string): string {
  return opensFormula(text) ? `'${text}` : text
}

function opensFormula(text: string): boolean {
  if (text.startsWith('\t') || text.startsWith('\r')) return true
  const seen = text.replace(/^[\s\p{Cc}\p{Cf}]+/u, '')
  return openers.has(seen.slice(0, 1).normalize('NFKC'))
}

/** The cell as it was before the guard: a quote is taken off where the guard would have put one. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && opensFormula(cell.slice(1)) ? cell.slice(1) : cell
}
