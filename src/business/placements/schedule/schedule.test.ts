import { expect, test } from 'vitest'
import {
  isMadeOf,
  kindOfTemplate,
  template_kinds,
} from '../../document-templates/blocks/template-kinds.rules.ts'
import { needsSignature, schedule_kind_names, schedule_kinds } from './schedule.rules.ts'

test('the documents of a placement are the kinds of templates that a temp placement fills', () => {
  const made = template_kinds.filter((kind) => isMadeOf(kind, 'contract.temp_placement'))
  expect([...schedule_kind_names].sort()).toEqual([...made].sort())
  for (const kind of schedule_kind_names)
    expect([kind, schedule_kinds[kind].is_signed]).toEqual([kind, kindOfTemplate(kind).signed_as !== null])
})

test.each([
  ['assignment_schedule', true, true],
  ['assignment_schedule', false, false],
  ['key_information_paye', true, false],
  ['agency_terms', true, false],
])('a document of kind %s with e-sign %s is signed here: %s', (kind, e_sign, is_signed) =>
  expect(needsSignature(kind, e_sign)).toBe(is_signed),
)
