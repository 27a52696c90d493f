import { describe, expect, it } from 'vitest'
import { typedLineFault, typedTextFault } from './typed-text.ts'

const wrong = 'Please enter a valid Input'

describe('typed text', () => {
  it.each([
    ['NUL', 'a\u0000b'],
    ['a bell', 'Acme\u0007 Ltd'],
    ['escape', '\u001b[31mred'],
    ['delete', 'a\u007f'],
    ['a control of the second block', 'a\u0085b'],
    ['half a character', 'a\ud800'],
    ['the other half', '\udc00a'],
    ['no character', 'a\uffff'],
    ['no character of another plane', 'a\u{1fffe}'],
    ['zero-width signs alone', '\u200b\u200d\u2060'],
    ['direction marks alone', '\u200e\u202e\u2066'],
    ['a soft hyphen between blanks', ' \u00ad '],
    ['a Hangul filler', '\u3164'],
    ['blank braille', '\u2800'],
    ['tags', '\u{e0041}'],
    ['a turned direction', 'INV-\u202e1'],
    ['an isolated direction', 'a note\nwith \u2066one\u2069'],
    ['three marks on a letter', 'Fee Z\u0301\u0301\u0301'],
    ['marks with hidden signs between', 'Z\u0301\u200d\u0302\u200d\u0301'],
    ['nine marks of a script', `ก${'\u0e49'.repeat(9)}`],
  ])('refuses %s', (_, text) => {
    expect(typedTextFault(text)).toBe(wrong)
  })

  it.each([
    'Zoë O’Neill-Łukasz',
    'two\r\nlines\tand a tab',
    'a text\u2028in two lines',
    'Ệ'.normalize('NFD'),
    'ကျွန်ုပ်',
    'र्त्स्न्या',
    '❤️ 1️⃣',
    'می\u200cخواهم',
    '👩‍💻',
    'שלום\u200f',
    '',
    '   ',
    'x'.repeat(4000),
  ])('takes %j', (text) => {
    expect(typedTextFault(text)).toBeNull()
  })

  it('refuses more than 4,000 letters, and more than 200 in a line', () => {
    expect(typedTextFault('x'.repeat(4001))).toBe('Max character length is 4000')
    expect(typedLineFault('x'.repeat(201), false)).toBe('Max character length is 200')
    expect(typedLineFault('x'.repeat(200), false)).toBeNull()
  })

  it.each(['A\u200bB', 'A\u00adB', 'A\u200fB', 'A\u2028B', 'A\u2029B', 'A\u2066B', '\ufeffA'])(
    'refuses %j in a line',
    (text) => {
      expect(typedLineFault(text, false)).toBe(wrong)
    },
  )

  it('asks for a line that is required, and not for another', () => {
    expect(typedLineFault(' \u00a0', true)).toBe('Mandatory')
    expect(typedLineFault('', false)).toBeNull()
    expect(typedLineFault('\u200b', true)).toBe(wrong)
  })
})
