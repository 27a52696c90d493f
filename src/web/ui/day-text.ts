import type { Day } from '#kernel/day.ts'
import { dayOf, daysInMonth, parseDay } from '#kernel/day.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads a typed day: `31/12/2025`, `31 12 25`, `31 Dec 2025`, `31122025`, `2025-12-31`; day first, as in Britain. Null
 * for an invalid day.
 */
export function dayFromText(text: string, today: Day): Day | null {
  const typed = text.trim().toLowerCase()
  const iso = parseDay(typed)
  if (iso) return iso
  const packed = /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed)
  const parts = packed ? packed.slice(1) : typed.split(/[\s/.,-]+/)
  const [d = '', m = '', y = ''] = parts
  const date = Number(d)
  const month = /^\d{1,2}$/.test(m) ? Number(m) : months.indexOf(m.slice(0, 3)) + 1
  const year = y === '' ? Number(today.slice(0, 4)) : Number(y.length === 2 ? `20${y}` : y)
  if (!/^\d{1,2}$/.test(d) || !/^(\d{2}|\d{4})?$/.test(y) || parts.length > 3) return null
  if (month < 1 || month > 12 || year < 1 || date < 1 || date > daysInMonth(year, month)) return null
  return dayOf(year, month, date)
}
