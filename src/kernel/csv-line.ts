import { guardCell } from './cell-guard.ts'

/** A line of CSV (RFC 4180): cells guarded, quoted where needed, double quotes doubled (spec §5). */
export function csvLine(cells: readonly string[]): string {
  let line = ''
  for (let at = 0; at < cells.length; at += 1) line += (at === 0 ? '' : ',') + csvCell(cells[at] ?? '')
  return `${line}\r\n`
}

/** Semicolon and tab separate cells where a spreadsheet guesses the separator or uses a European one. */
const needs_quotes = /[",;\t\r\n]|^\s|\s$/
const plain = /^[A-Za-z0-9][A-Za-z0-9 .:/_-]*[A-Za-z0-9]$/

function csvCell(text: string): string {
  // Most cells need neither guard nor quotes.
  if (plain.test(text)) return text
  const guarded = guardCell(text)
  return needs_quotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
