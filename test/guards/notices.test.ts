import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noticesNow } from '../../scripts/notices.ts'
import { root } from '../../scripts/steps.ts'

test('THIRD_PARTY_NOTICES: names every package of package-lock.json; `npm run notices` writes it', () => {
  expect(readFileSync(join(root, 'THIRD_PARTY_NOTICES'), 'utf8')).toBe(noticesNow())
})

test('THIRD_PARTY_NOTICES: every package states a licence', () => {
  expect(noticesNow().match(/^.*: not stated$/gm) ?? []).toEqual([])
})
