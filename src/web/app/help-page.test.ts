import { expect, test } from 'vitest'
import { parsePlace } from '#web/core/place.ts'
import { helpPage } from './help-page.ts'

test.each([
  ['/agency/transaction/timesheet', 'https://help.example.org/agency/transaction/timesheet'],
  [
    '/agency/transaction/timesheet/01990000-0000-7000-8000-00000000beef',
    'https://help.example.org/agency/transaction/timesheet',
  ],
  ['/nowhere', 'https://help.example.org'],
])('help with %s: %s', (path, address) => {
  expect(helpPage('https://help.example.org/', parsePlace(path))).toBe(address)
})
