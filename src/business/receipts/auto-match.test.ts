/**
 * Two thousand noisy receipts, as banks and people write them: what is matched by itself is right (≥ 99 %), the right
 * invoice is among the nine that the page numbers (≥ 90 %), and nothing crosses currencies (experience.md, delight 2).
 */
import { expect, test } from 'vitest'
import { drawFrom } from '#demo/draw.ts'
import { addDays, day } from '#kernel/day.ts'
import { currency, money } from '#kernel/money.ts'
import type { AutoDocument, AutoReceipt } from './auto-match.rules.ts'
import { autoMatches } from './auto-match.rules.ts'
import type { Candidate } from './suggest.rules.ts'
import { compareSuggestions, invoiceNumbersIn, suggest } from './suggest.rules.ts'

type Open = AutoDocument & Candidate
type Noisy = AutoReceipt & { readonly kind: string; readonly truth: readonly string[] }

const words = ['Amber', 'Birch', 'Cedar', 'Dover', 'Elgin', 'Forth', 'Gable', 'Haven', 'Islay', 'Jura']
const kinds = [
  'clean',
  'clean',
  'clean',
  'clean',
  'sloppy',
  'sloppy',
  'cut',
  'nothing named',
  'nothing named',
  'purchase order',
  'part',
  'two invoices',
  'typing mistake',
  'group payer',
  'wrong currency',
  'rounded',
] as const

/** Invoices of 120 clients in two currencies, many of them of equal amounts, and one receipt a story. */
function makeWorld(count: number, seed: number) {
  const draw = drawFrom(seed)
  const documents: Open[] = Array.from({ length: count * 2 }, (_, no) => {
    const of = draw.whole(0, 119, 'client', no)
    const code = of % 6 === 0 ? 'EUR' : 'GBP'
    return {
      id: `i${no}`,
      human_id: `INV-${1 + (of % 5)}-${String(1 + no).padStart(6, '0')}`,
      client_id: `client ${of}`,
      client_name: `${words[of % 10]} ${words[(of * 7) % 10]} ${of} Limited`,
      principal_id: 'provider',
      po_number: draw.happens(50, 'po', no) ? `PO-${String(10_000 + of)}` : null,
      due_date: addDays(day('2026-01-01'), draw.whole(0, 60, 'due', no)),
      // A week of the same worker costs the same: a third of the amounts are alike.
      outstanding_balance: money(
        draw.happens(35, 'alike', no) ? 112_500 : draw.whole(20_000, 900_000, 'amount', no),
        currency(code),
      ),
      consolidated_human_id: null,
    }
  })
  const used = new Set<string>()
  let begin = 0
  const free = (test: (one: Open) => boolean) => {
    while (used.has(documents[begin]?.id ?? '')) begin += 1
    for (let at = begin; at < documents.length; at += 1) {
      const one = documents[at]
      if (one && !used.has(one.id) && test(one)) return one
    }
    return undefined
  }
  const receipts = Array.from({ length: count }, (_, no): Noisy | null => {
    const kind = kinds[draw.whole(0, kinds.length - 1, 'kind', no)] ?? 'clean'
    const first = free(() => true)
    if (!first) return null
    used.add(first.id)
    const second =
      kind === 'two invoices' || kind === 'group payer'
        ? free(
            (one) =>
              one.outstanding_balance.currency === first.outstanding_balance.currency &&
              (one.client_id === first.client_id) === (kind === 'two invoices'),
          )
        : undefined
    if (second) used.add(second.id)
    const named = [first, ...(second ? [second] : [])]
    const minor = named.reduce((total, one) => total + one.outstanding_balance.minor, 0)
    const paid = { part: Math.floor(minor / 2), rounded: minor + 50 }[kind as string] ?? minor
    const code =
      kind === 'wrong currency'
        ? first.outstanding_balance.currency === 'GBP'
          ? 'EUR'
          : 'GBP'
        : first.outstanding_balance.currency
    return {
      id: `r${no}`,
      kind,
      reference: referenceOf(kind, named, draw.whole(0, 9, 'noise', no)),
      unmatched_amount: money(paid, currency(code)),
      for_business_id: first.client_id,
      principal_id: 'provider',
      known_clients: draw.happens(70, 'seen', no) ? named.map((one) => one.client_id) : [],
      truth: named.map((one) => one.id),
    }
  })
  return { documents, receipts: receipts.filter((one) => one !== null) }
}

function referenceOf(kind: string, named: readonly Open[], noise: number): string {
  const [first] = named
  const number = first?.human_id ?? ''
  const bare = number.replaceAll('-', '')
  if (kind === 'nothing named') return noise < 5 ? (first?.client_name.toUpperCase() ?? '') : 'BACS PAYMENT'
  if (kind === 'purchase order') return first?.po_number ? `ref ${first.po_number.toLowerCase()}` : 'ORDER'
  if (kind === 'sloppy')
    return (
      [
        bare,
        bare.toLowerCase(),
        number.replaceAll('-', ' '),
        `inv ${number.slice(4)}`,
        `Payment ${bare} thanks`,
      ][noise % 5] ?? bare
    )
  if (kind === 'cut') return number.replace('INV-', '').replace('-', noise < 5 ? '' : '-')
  if (kind === 'typing mistake') {
    const at = number.length - 1 - (noise % 3)
    return number.slice(0, at) + String((Number(number[at]) + 1 + (noise % 8)) % 10) + number.slice(at + 1)
  }
  return named.map((one) => one.human_id).join(noise < 5 ? ' and ' : ', ')
}

test.each([20_26, 7, 99])(
  '2,000 noisy receipts, seed %s',
  (seed) => {
    const { documents, receipts } = makeWorld(2000, seed)
    expect(receipts).toHaveLength(2000)
    const truth = new Map(receipts.map((one) => [one.id, one]))
    const { matches, exceptions } = autoMatches(receipts, documents)

    const wrong = matches.filter((match) => {
      const told = truth.get(match.receipt_id)
      return (
        JSON.stringify(match.documents.map((one) => one.id).sort()) !==
        JSON.stringify([...(told?.truth ?? [])].sort())
      )
    })
    expect(matches.length).toBeGreaterThan(900)
    expect(1 - wrong.length / matches.length).toBeGreaterThanOrEqual(0.99)
    // No document is given to two receipts, and no amount crosses a currency.
    const given = matches.flatMap((match) => match.documents.map((one) => one.id))
    expect(new Set(given).size).toBe(given.length)
    for (const match of matches) {
      const receipt = truth.get(match.receipt_id)
      for (const one of match.documents)
        expect(one.outstanding_balance.currency).toBe(receipt?.unmatched_amount.currency)
    }
    // Whatever names an invoice and is not matched says why.
    const judged = new Set([...matches, ...exceptions].map((one) => one.receipt_id))
    const numbers = new Set(documents.map((one) => one.human_id))
    for (const receipt of receipts) {
      if (invoiceNumbersIn(receipt.reference).some((number) => numbers.has(number)))
        expect(judged.has(receipt.id)).toBe(true)
    }

    const by_client = Map.groupBy(documents, (one) => one.client_id)
    const by_number = new Map(documents.map((one) => [one.human_id, one]))
    const asked = receipts.filter((receipt) => receipt.kind !== 'wrong currency')
    const found = asked.filter((receipt) => {
      const offered = candidatesFor(receipt, by_client, by_number)
      return offered.slice(0, 9).some((one) => receipt.truth.includes(one.id))
    })
    expect(found.length / asked.length).toBeGreaterThanOrEqual(0.9)
    const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`
    process.stdout.write(
      `2,000 noisy receipts, seed ${seed}: ${matches.length} matched by themselves, ` +
        `${share(matches.length - wrong.length, matches.length)} of them right; the right invoice is among the first nine ` +
        `suggestions of ${share(found.length, asked.length)}; none crosses currencies\n`,
    )
  },
  60_000,
)

/** The documents that the page offers: of one currency, the payer's, the named ones, and those of clients that the payer paid for before. */
function candidatesFor(
  receipt: Noisy,
  by_client: ReadonlyMap<string, readonly Open[]>,
  by_number: ReadonlyMap<string, Open>,
): Open[] {
  const of_clients = [receipt.for_business_id, ...receipt.known_clients].flatMap(
    (id) => by_client.get(id) ?? [],
  )
  const named = invoiceNumbersIn(receipt.reference).flatMap((number) => by_number.get(number) ?? [])
  const all = [...new Set([...of_clients, ...named])].filter(
    (one) => one.outstanding_balance.currency === receipt.unmatched_amount.currency,
  )
  const facts = { ...receipt, match_counts: new Map(receipt.known_clients.map((id) => [id, 3])) }
  return all.map((one) => ({ ...one, ...suggest(facts, one, all) })).sort(compareSuggestions)
}

const document = (human_id: string, minor: number, more: Partial<AutoDocument> = {}): AutoDocument => ({
  id: human_id,
  human_id,
  client_id: 'client',
  principal_id: 'provider',
  outstanding_balance: money(minor, currency('GBP')),
  consolidated_human_id: null,
  ...more,
})
const receipt = (reference: string, minor: number, more: Partial<AutoReceipt> = {}): AutoReceipt => ({
  id: reference,
  reference,
  unmatched_amount: money(minor, currency('GBP')),
  for_business_id: 'client',
  principal_id: 'provider',
  known_clients: [],
  ...more,
})
const exceptionOf = (one: AutoReceipt, ...documents: AutoDocument[]) =>
  autoMatches([one], documents).exceptions[0]?.reason

test('several invoices, or a consolidated one, that sum to the receipt are one match', () => {
  const members = [1, 2, 3].map((no) =>
    document(`INV-1-00000${no}`, 100, { consolidated_human_id: 'CIN000007' }),
  )
  expect(autoMatches([receipt('cin 7', 300)], members).matches[0]?.documents).toHaveLength(3)
  expect(
    autoMatches([receipt('INV-1-000001 INV-1-000003', 200)], members).matches[0]?.documents,
  ).toHaveLength(2)
})

test('exceptions: left to people, with the reason', () => {
  const one = document('INV-1-000001', 100)
  expect(exceptionOf(receipt('INV-1-000001', 99), one)).toBe(
    'The amount is not what is outstanding on the invoices named',
  )
  expect(
    exceptionOf(receipt('INV-1-000001', 100), { ...one, outstanding_balance: money(100, currency('EUR')) }),
  ).toBe('INV-1-000001 is in another currency than the receipt')
  expect(exceptionOf(receipt('INV-1-000001', 100), { ...one, principal_id: 'funder' })).toBe(
    'INV-1-000001 is payable to another account',
  )
  const strange = { ...one, client_id: 'sister' }
  expect(exceptionOf(receipt('INV-1-000001', 100), strange)).toBe(
    "INV-1-000001 is another client's, for whom this payer has not paid before",
  )
  expect(
    autoMatches([receipt('INV-1-000001', 100, { known_clients: ['sister'] })], [strange]).matches,
  ).toHaveLength(1)
  const twice = [receipt('INV-1-000001', 100, { id: 'a' }), receipt('inv1000001', 100, { id: 'b' })]
  expect(autoMatches(twice, [one])).toEqual({
    matches: [],
    exceptions: [
      { receipt_id: 'a', reason: 'Several receipts name INV-1-000001' },
      { receipt_id: 'b', reason: 'Several receipts name INV-1-000001' },
    ],
  })
  expect(autoMatches([receipt('BACS', 100)], [one])).toEqual({ matches: [], exceptions: [] })
})
