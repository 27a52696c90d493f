import { expect, inject, test } from 'vitest'
import { smallRun } from '#test/bench/small-run.ts'

test('benchmark web: ends at its smallest size and keeps its figures', async () => {
  const kept = await smallRun(inject('testServer'), 'web', [
    '--invoices',
    '5000',
    '--samples',
    '1',
    '--frames',
    '20',
  ])
  expect(kept).toContain('## P7 web, 5,000 invoices')
  expect(kept).toContain('| by jumps of 250 rows |')
})
