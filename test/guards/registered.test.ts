import { describe, expect, test } from 'vitest'
import { unregistered } from './registered.ts'
import { allFiles } from './source.ts'

describe('registries', () => {
  test('repository: lists every verb, entity, access, list, page, screen and template', () => {
    expect(unregistered(allFiles())).toEqual([])
  })

  test('new file that nobody lists: is named with its registry', () => {
    const added = [
      { path: 'src/business/fees/waive-fee.server.ts', text: 'export const waiveFee = verb<I, O>({})' },
      { path: 'src/business/fees/waiver.entity.ts', text: '' },
      { path: 'src/business/fees/waiver.list.tsx', text: '' },
    ]
    expect(unregistered([...allFiles(), ...added])).toEqual([
      'src/business/fees/waive-fee.server.ts is not in src/business/verbs.ts',
      'src/business/fees/waiver.entity.ts is not in src/business/entities.ts',
      'src/business/fees/waiver.list.tsx is not in the .screens.ts of its room',
    ])
  })
})
