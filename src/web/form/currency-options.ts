/** The currencies that a form offers. Pure. */
import type { Option } from '#web/ui/inputs.tsx'

type Row = { readonly alpha_code: string; readonly name: string; readonly is_active: boolean }

/** Sterling first, then by name. Codes in use stay, also where they are off or not read yet. */
export function currencyOptions(rows: readonly Row[], in_use: readonly string[]): readonly Option[] {
  const offered = rows
    .filter(({ alpha_code, is_active }) => is_active || in_use.includes(alpha_code))
    .toSorted((a, b) => Number(b.alpha_code === 'GBP') - Number(a.alpha_code === 'GBP'))
    .map(({ alpha_code, name }) => ({ value: alpha_code, label: name }))
  const unknown = [...new Set(in_use)].filter(
    (code) => code !== '' && !offered.some(({ value }) => value === code),
  )
  return [...offered, ...unknown.map((code) => ({ value: code, label: code }))]
}
