import { expect, test } from 'vitest'
import { rowsOfFile } from './published-file.rules.ts'

const row = { TestIdentifier: 'Made/1', GrossPay: 600 }
const text = JSON.stringify(row)

test.each([
  ['a list', `[${text},${text}]`, 2],
  ['an empty list', '[]', 0],
  ['one row', JSON.stringify(row, null, 2), 1],
  ['a row on each line', `${text}\r\n\r\n${text}\n`, 2],
  ['one row on one line', `${text}\n`, 1],
  ['an object with one list', `{"version":"1.0","rows":[${text}]}`, 1],
  ['an object with several lists', `{"tax":[${text}],"ni":[${text},${text}]}`, 3],
  ['a list with a byte order mark', `\uFEFF[${text}]`, 1],
])('%s is read', (_, file, count) => {
  expect(rowsOfFile(file)).toEqual(Array.from({ length: count }, () => row))
})

test('rows of a list stay in their order, also the ones that are no objects', () => {
  expect(rowsOfFile('[1,{"GrossPay":2},null]')).toEqual([1, { GrossPay: 2 }, null])
})

test.each([
  ['an empty file', ' \n', 'it is empty'],
  ['a number', '5', 'it holds no list of rows'],
  ['a word', '"rows"', 'it holds no list of rows'],
  ['an object without rows', '{"a":1}', 'it holds no list of rows'],
])('%s is refused', (_, file, fault) => expect(rowsOfFile(file)).toEqual({ fault }))

test('a broken line is named by its number', () => {
  expect(rowsOfFile(`${text}\n{"GrossPay":`)).toMatchObject({ fault: expect.stringMatching(/^line 2: /) })
})

test('a broken list is no list of lines', () => {
  const read = rowsOfFile('[\n{"GrossPay":600},\n')
  expect(read).toMatchObject({ fault: expect.not.stringContaining('line 2: ') })
})
