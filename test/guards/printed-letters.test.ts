import { expect, test } from 'vitest'
import { printedLettersFile } from './printed-letters.ts'

test('printed letters: the table is that of the fonts', async () => {
  await expect(printedLettersFile()).toMatchFileSnapshot('../../src/kernel/printed-letters.gen.ts')
})
