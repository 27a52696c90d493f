import { describe, expect, it } from 'vitest'
import { keptLayout, moved, plain_layout, readLayout, toggled } from './layout.ts'

describe('how a user wants a list', () => {
  it('is read from whatever was kept, widths within 100 and 1000', () => {
    expect(readLayout({ columns: ['a', 1, 'b'], widths: { a: 20, b: 5000, c: 'x', d: 180.4 } })).toEqual({
      columns: ['a', 'b'],
      widths: { a: 100, b: 1000, d: 180 },
    })
    for (const strange of [null, 'x', 7, [], {}, { columns: [], widths: null }])
      expect(readLayout(strange)).toEqual(plain_layout)
  })

  it('is kept only where it differs from the list’s own', () => {
    expect(keptLayout(plain_layout)).toBeNull()
    expect(keptLayout({ columns: null, widths: { a: 120 } })).toEqual({ widths: { a: 120 } })
  })

  it('puts columns on, takes them away but for the last, and moves them', () => {
    expect(toggled(['a', 'b'], 'c')).toEqual(['a', 'b', 'c'])
    expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
    expect(toggled(['a'], 'a')).toEqual(['a'])
    expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a', 'b', 'c'], 'x', 1)).toEqual(['a', 'b', 'c'])
  })
})
