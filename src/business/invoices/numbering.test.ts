import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberingFaults } from '#test/fixtures/numbering-faults.ts'
import { issuerRole, seriesWanted, takeNumbers } from './numbering.rules.ts'

const series = [
  { issuer_id: 'agency', kind: 'invoice', series_no: 7, last_number: 41 },
  { issuer_id: 'provider', kind: 'invoice', series_no: 1, last_number: 0 },
  { issuer_id: 'agency', kind: 'credit_note', series_no: 9, last_number: 0 },
] as const

test('each issuer numbers on from where it stopped', () => {
  const wanted = [
    { issuer_id: 'agency', kind: 'invoice' },
    { issuer_id: 'provider', kind: 'invoice' },
    { issuer_id: 'agency', kind: 'invoice' },
    { issuer_id: 'agency', kind: 'credit_note' },
  ] as const
  const taken = takeNumbers(wanted, series)
  expect(taken.human_ids).toEqual(['INV-7-000042', 'INV-1-000001', 'INV-7-000043', 'INV-9-C000001'])
  expect(taken.series.map((one) => one.last_number)).toEqual([43, 1, 1])
  expect(() => takeNumbers([{ issuer_id: 'nobody', kind: 'invoice' }], series)).toThrow('nobody invoice')
})

test("a document is numbered in its supplier's series, self-billed or not", () => {
  expect(issuerRole({ from: 'contractor' })).toBe('contractor')
  expect(issuerRole({ from: 'provider' })).toBe('provider')
})

test('series are wanted once each and always in the same order', () => {
  const wanted = fc.array(
    fc.record({
      issuer_id: fc.constantFrom('a', 'b', 'c'),
      kind: fc.constantFrom('invoice' as const, 'credit_note' as const),
    }),
  )
  fc.assert(
    fc.property(wanted, (list) => {
      const once = seriesWanted(list)
      expect(seriesWanted([...list].reverse())).toEqual(once)
      expect(new Set(once.map((one) => `${one.issuer_id}${one.kind}`)).size).toBe(once.length)
    }),
  )
})

test('I11: however runs are cut, numbers have no gap and no double', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 10 }), (runs) => {
      let open = [{ issuer_id: 'p', kind: 'invoice' as const, series_no: 1, last_number: 0 }]
      const numbers: number[] = []
      for (const count of runs) {
        const taken = takeNumbers(
          Array.from({ length: count }, () => ({ issuer_id: 'p', kind: 'invoice' as const })),
          open,
        )
        open = taken.series.map((one) => ({ ...one, kind: 'invoice' as const }))
        numbers.push(...taken.human_ids.map((id) => Number(id.split('-')[2])))
      }
      expect(numberingFaults(numbers)).toEqual({ missing: [], doubled: [] })
    }),
  )
})

test('faults are named', () => {
  expect(numberingFaults([1, 2, 2, 5])).toEqual({ missing: [3, 4], doubled: [2] })
  expect(numberingFaults([])).toEqual({ missing: [], doubled: [] })
})
