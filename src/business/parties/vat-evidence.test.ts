import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { evidenceFaults, missingEvidence, type VatEvidence } from './vat-evidence.rules.ts'

const today = day('2025-06-15')
const number: VatEvidence = {
  kind: 'vat_number',
  number: 'FR40303265045',
  checked_on: day('2025-06-01'),
  has_file: false,
}

test.each<[string, Partial<VatEvidence>, readonly string[]]>([
  ['a VAT number', {}, []],
  ['a VAT number with a print of the look-up', { has_file: true }, []],
  ['a VAT number that is not given', { number: null }, ['number']],
  ['a certificate', { kind: 'certificate', number: null, has_file: true }, []],
  ['a certificate that nobody kept', { kind: 'certificate' }, ['attachment_id']],
  ['another document that nobody kept', { kind: 'other', number: null }, ['attachment_id']],
  ['a check of today', { checked_on: today }, []],
  ['a check to come', { checked_on: day('2025-06-16') }, ['checked_on']],
])('evidence of a client abroad: %s', (_, change, faulty) => {
  expect(Object.keys(evidenceFaults({ ...number, ...change }, today))).toEqual(faulty)
})

test.each<[string, readonly string[], boolean, boolean]>([
  ['abroad, with evidence', ['reverse_charge'], true, false],
  ['abroad, without', ['reverse_charge'], false, true],
  ['abroad, one line of several', ['none', 'reverse_charge'], false, true],
  ['abroad, its biller not registered', ['none'], false, false],
  ['in the United Kingdom', ['standard'], false, false],
])('work for a client %s waits only without evidence', (_, taxes, has_vat_evidence, waits) => {
  const why = missingEvidence({ business_name: 'Seine SARL', has_vat_evidence }, taxes)
  expect(why).toBe(waits ? 'There is no evidence that Seine SARL is in business outside the UK' : null)
})
