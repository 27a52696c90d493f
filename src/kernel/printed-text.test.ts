import { describe, expect, it } from 'vitest'
import { printedText, printedTextFault } from './printed-text.ts'

describe('printed text', () => {
  it.each([
    'Zoë O’Neill-Łukasiewicz',
    'Nguyễn Thị Ệ',
    'Жанна Ω',
    '€5 – 1°',
    'e\u0301',
    'two\nlines',
    '\u200b',
  ])('has the letters of %j', (text) => {
    expect(printedTextFault(text)).toBeNull()
    expect(printedText(text)).toBe(text.normalize('NFC'))
  })

  it.each([
    ['李 Ltd', '李', '[U+674E] Ltd'],
    ['株式会社', '株', '[U+682A U+5F0F U+4F1A …]'],
    ['สมชาย', 'ส', '[U+0E2A U+0E21 U+0E0A …]'],
    ['ok 😀', '😀', 'ok [U+1F600]'],
    ['김 a', '김', '[U+AE40] a'],
  ])('%s: names the letter, and shows its code', (text, letter, shown) => {
    expect(printedTextFault(text)).toBe(`Documents cannot print ${letter}`)
    expect(printedText(text)).toBe(shown)
  })

  it.each([
    [`Fee Z${'\u0301'.repeat(190)} x`, 'Fee Ź\u0301\u0301 x'],
    [`P${'\u0302'.repeat(190)}`, 'P\u0302\u0302'],
    ['a\u0302\u200b\u0302\u202e\u0302\u0302', 'â\u200b\u0302\u0302'],
  ])('cuts the marks of %j', (text, shown) => {
    expect(printedText(text)).toBe(shown)
  })

  it('leaves out controls and direction marks, and reads line ends and tabs', () => {
    expect(printedText('a\u0007b\u202ec\td\r\ne\u2028f')).toBe('abc d\ne\nf')
  })
})
