import { expect, test } from 'vitest'
import { refuse } from '#kernel/refusal.ts'
import { can, fileState } from './job.rules.ts'

const someone = { category: 'agency', roles: ['agency_user'] } as const

test('can.cancel: running jobs; a finished one is refused', () => {
  expect(['queued', 'running'].map((status) => can.cancel({ status }, someone))).toEqual([true, true])
  expect(can.cancel({ status: 'completed' }, someone)).toEqual(
    refuse('precondition', 'This job is completed already'),
  )
})

test('a file is there, was there, or never came to be', () => {
  expect(fileState({ status: 'completed', has_file: true })).toBe('there')
  expect(fileState({ status: 'completed', has_file: false })).toBe('expired')
  expect(fileState({ status: 'cancelled', has_file: false })).toBe('none')
})
