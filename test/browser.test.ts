import { expect, test } from 'vitest'
import { browserProgram } from './browser.ts'

test('browser: the one that STINT_CHROME names comes first', async () => {
  expect((await browserProgram(process.execPath, 'darwin-arm64')).path).toBe(process.execPath)
})

test('browser: a missing one says what to set', async () => {
  await expect(browserProgram('', 'darwin-arm64')).rejects.toThrow(
    'There is no browser from npm for this platform (darwin-arm64). Install Chrome or Chromium and set STINT_CHROME to its program.',
  )
  await expect(browserProgram('/no/such/chrome')).rejects.toThrow(
    'STINT_CHROME names /no/such/chrome, which is no file.',
  )
})
