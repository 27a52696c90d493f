import type { Choice } from './entity.ts'

/** Choices with labels made from their values: `partly_funded` → `Partly funded`. */
export function choices<const V extends readonly string[]>(
  ...values: V
): { readonly [K in keyof V]: { readonly value: V[K]; readonly label: string } } {
  return values.map((value) => ({ value, label: labelOf(value) })) as {
    // A mapped tuple type cannot be inferred from Array.map; each element is built right above.
    [K in keyof V]: { value: V[K]; label: string }
  }
}

/** Words with their own capitals. */
const written: Readonly<Record<string, string>> = {
  paye: 'PAYE',
  rti: 'RTI',
  vat: 'VAT',
  rpo: 'RPO',
  api: 'API',
  ni: 'NI',
  adhoc: 'ad-hoc',
  selfemployed: 'self-employed',
}

/** Values with their own labels on every screen (spec §2, §4). */
const named: Readonly<Record<string, string>> = {
  inprogress: 'Pending Client Approval',
}

/** Documents from one party to another: `agency-client` → `Agency to Client`. */
const pair = /^(agency|client|contractor|funder|provider)-(agency|client|contractor|funder|provider)$/

const raised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Own keys only: a value from outside may be `constructor`. */
const own = (words: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined

/** A stored value in words: `partly_funded` is Partly funded, `provider-client` is Provider to Client. */
export function labelOf(value: string): string {
  const [, from, to] = pair.exec(value) ?? []
  if (from && to) return `${raised(from)} to ${raised(to)}`
  const known = own(named, value)
  if (known) return known
  const open = value
    .split('_')
    .map((word) => own(written, word) ?? word)
    .join(' ')
  return raised(open)
}

export function labelIn(list: readonly Choice[], value: string | null | undefined): string {
  return list.find((c) => c.value === value)?.label ?? (value ? labelOf(value) : '')
}
