/** The sentences of the specification stand once, in the catalogue, and each has a caller. */
import { expect, test } from 'vitest'
import { dialogText, errorText, validationText } from '#kernel/messages.ts'
import { allFiles } from './source.ts'

const catalogue = { validationText, errorText, dialogText }
const code = allFiles().filter(
  ({ path }) => /^src\/.*\.tsx?$/.test(path) && !/\.test\.|kernel\/messages\.ts$/.test(path),
)

test('messages: each has a caller', () => {
  const keys = Object.entries(catalogue).flatMap(([group, texts]) =>
    Object.keys(texts).map((key) => `${group}.${key}`),
  )
  const isCalled = (key: string) => code.some(({ text }) => text.includes(key))
  expect(keys.filter((key) => !isCalled(key))).toEqual([])
})

test('messages: no other file repeats a sentence', () => {
  const sentences = Object.values(catalogue)
    .flatMap((texts) => Object.values<unknown>(texts))
    .filter((text): text is string => typeof text === 'string' && text.includes(' '))
  const repeated = code.flatMap(({ path, text }) =>
    sentences
      .filter((one) => text.includes(`'${one}'`) && !isComment(text, one))
      .map((one) => `${path}: ${one}`),
  )
  expect(repeated).toEqual([])
})

/** Named in comments alone. */
function isComment(text: string, sentence: string): boolean {
  const lines = text.split('\n').filter((line) => line.includes(`'${sentence}'`))
  return lines.every((line) => /^\s*(?:\/\/|\/?\*)/.test(line))
}
