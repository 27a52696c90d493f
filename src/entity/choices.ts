import type { Choice } from './entity.ts'

/** Choices whose label is the value with its first letter raised and underscores opened: `partly_funded` → `Partly funded`. */
export function choices<const V extends readonly string[]>(
  ...values: V
): { readonly [K in keyof V]: { readonly value: V[K]; readonly label: string } } {
  return values.map((value) => ({ value, label: labelOf(value) })) as {
    // A mapped tuple type cannot be inferred from Array.map; each element is built right above.
    [K in keyof V]: { value: V[K]; label: string }
  }
}

/** Words that are not written as their letters say. */
const written: Readonly<Record<string, string>> = {
  paye: 'PAYE',
  vat: 'VAT',
  rpo: 'RPO',
  api: 'API',
  ni: 'NI',
  adhoc: 'ad-hoc',
  selfemployed: 'self-employed',
}

export function labelOf(value: string): string {
  const open = value
    .split('_')
    .map((word) => written[word] ?? word)
    .join(' ')
  return open.charAt(0).toUpperCase() + open.slice(1)
}

export function labelIn(list: readonly Choice[], value: string | null | undefined): string {
  return list.find((c) => c.value === value)?.label ?? (value ? labelOf(value) : '')
}
