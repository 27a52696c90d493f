import { expect, test } from 'vitest'
import { signedBy } from './signed-blocks.rules.ts'

const initials = { kind: 'initials', label: 'Initials', required: true } as const
const start = { kind: 'date', label: 'Start', required: false } as const

test('questions of a template: each side is asked once, a company by its contractor', () => {
  expect(
    signedBy([
      { type: 'paragraph', text: 'Terms' },
      { type: 'signature', parties: ['payment_company', 'contractor'], fields: [initials] },
      {
        type: 'signature',
        parties: ['contractor', 'agency'],
        fields: [{ ...initials, label: 'initials' }, start],
      },
    ]),
  ).toEqual({
    parties: ['payment_company', 'contractor', 'contractor', 'agency'],
    asked: [
      { ...initials, side: 'contractor' },
      { ...start, side: 'contractor' },
      { ...initials, label: 'initials', side: 'agency' },
      { ...start, side: 'agency' },
    ],
  })
})
