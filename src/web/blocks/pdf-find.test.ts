import { expect, test } from 'vitest'
import { matchesOf, type Piece } from './pdf-find.ts'

const piece = (str: string, hasEOL = false): Piece => ({ str, hasEOL })

test.each<[string, readonly Piece[], readonly string[]]>([
  ['total', [piece('Total Amount'), piece('Subtotal')], ['0:0-0:5', '1:3-1:8']],
  ['INVOICE', [piece('Invoice INV-1')], ['0:0-0:7']],
  ['tax invoice', [piece('Tax', true), piece('invoice')], ['0:0-1:7']],
  ['tax  invoice', [piece('Tax   '), piece(' invoice')], ['0:0-1:8']],
  ['ab', [piece('a'), piece('b')], ['0:0-1:1']],
  ['aa', [piece('aaaaa')], ['0:0-0:2', '0:2-0:4']],
  ['İstanbul', [piece('to İSTANBUL')], ['0:3-0:11']],
  ['absent', [piece('Total')], []],
  ['   ', [piece('a   b')], []],
  ['', [piece('Total')], []],
])('"%s" in %o', (words, pieces, places) => {
  expect(
    matchesOf(0, pieces, words).map(
      ({ start, end }) => `${start.piece}:${start.letter}-${end.piece}:${end.letter}`,
    ),
  ).toEqual(places)
})

test('a match names its page', () => {
  expect(matchesOf(4, [piece('Total')], 'total')).toEqual([
    { page: 4, start: { piece: 0, letter: 0 }, end: { piece: 0, letter: 5 } },
  ])
})
