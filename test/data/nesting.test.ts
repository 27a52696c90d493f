import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { isDocumentDeeper, isJsonDeeper } from '#data/nesting.ts'

const bytes = (text: string) => Buffer.from(text)

describe('brackets of JSON', () => {
  it.each([
    ['[[1]]', 2],
    ['{"a":{"b":[]},"c":[{}]}', 3],
    ['"no bracket"', 0],
    ['{"a":"[[[[[\\"[[[["}', 1],
    ['{"a\\\\":[["\\\\"]]}', 3],
    ['{"ü[[[":["💷["]}', 2],
    ['[1,[2,[3,[4]]]', 4],
  ])('%s is %i deep', (text, depth) => {
    expect(isJsonDeeper(bytes(text), depth)).toBe(false)
    if (depth > 0) expect(isJsonDeeper(bytes(text), depth - 1)).toBe(true)
  })
  it('are counted where it is no JSON either', () => {
    for (const text of ['', '"', '"\\', ']]]]', '\\"[[', '["[[['])
      expect(isJsonDeeper(bytes(text), 2)).toBe(false)
    expect(isJsonDeeper(bytes('['.repeat(1_000_000)), 100)).toBe(true)
  })
})

describe('brackets of a document', () => {
  it.each([
    ['{ a(x: {y: [1]}) { b } }', 4],
    ['{ a(x: "((((") # ((((\n { b } }', 2],
    ['{ a(x: "\\"((((") { b } }', 2],
    ['{ a(x: """ ({[ \\""" ({[ " """) { b } }', 2],
    ['{ a(x: "") { b } c(x: """""") }', 2],
    ['query($a: [[Int]]) { b }', 3],
  ])('%s is %i deep', (text, depth) => {
    expect(() => parse(text)).not.toThrow()
    expect(isDocumentDeeper(text, depth)).toBe(false)
    expect(isDocumentDeeper(text, depth - 1)).toBe(true)
  })
  it('are counted where it is none either', () => {
    for (const text of ['', '"', '"""', '"""\\"""', '# ((((', '"((((\n(', '"\\'])
      expect(isDocumentDeeper(text, 2)).toBe(false)
    expect(isDocumentDeeper(`{a(b:${'['.repeat(50_000)}`, 100)).toBe(true)
  })
})
