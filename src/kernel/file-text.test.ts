import { expect, test } from 'vitest'
import { fileKind, sizeText } from './file-text.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [12_400, '12 kB'],
  [1_620_781, '1.6 MB'],
  [25_008_429, '25 MB'],
])('%i is read as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test.each([
  ['Contract.DOCX', 'docx'],
  ['photo.jpeg', 'jpg'],
  ['week.1.pdf', 'pdf'],
  ['mail.msgw', 'unknown'],
  ['README', 'unknown'],
])('%s: a file of kind %s', (name, kind) => {
  expect(fileKind(name)).toBe(kind)
})
