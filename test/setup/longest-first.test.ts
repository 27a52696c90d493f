import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longest } from './longest-first.ts'

test('order of test files: each file that begins first exists', () => {
  expect(longest.filter((file) => !existsSync(file))).toEqual([])
})
