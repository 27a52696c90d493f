import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import {
  afterSilence,
  canAccept,
  canCheck,
  hmrcNumber,
  isAsked,
  type VatCheckStatus,
} from './vat-check.rules.ts'

test.each([
  ['GB 980 7806 84', '980780684'],
  ['980780684', '980780684'],
  ['XI980780684', '980780684'],
  ['GB980780684001', '980780684001'],
  ['802311781', null],
  ['DE811907980', null],
  ['GBGD001', null],
  ['HA501', null],
  ['NOTVAT', null],
  ['', null],
])('hmrc number: %j is asked as %j', (typed, number) => expect(hmrcNumber(typed)).toBe(number))

test.each<[string, object, true | string]>([
  ['a registered number', {}, true],
  ['no registration', { is_vat_registered: false }, 'Larch Ltd has no VAT number'],
  ['no number', { vat_registration_no: null }, 'Larch Ltd has no VAT number'],
  [
    'a number of another country',
    { vat_registration_no: 'DE811907980' },
    'HMRC checks United Kingdom VAT numbers, and DE811907980 is none',
  ],
  ['a question on its way', { is_asked: true }, 'HMRC is being asked already'],
])('check: %s', (_, change, verdict) => {
  const row = {
    name: 'Larch Ltd',
    is_vat_registered: true,
    vat_registration_no: 'GB980780684',
    is_asked: false,
    ...change,
  }
  const answer = canCheck(row)
  expect(answer === true ? answer : answer.message).toBe(verdict)
})

test.each<[VatCheckStatus, VatCheckStatus]>([
  ['unchecked', 'unavailable'],
  ['unavailable', 'unavailable'],
  ['valid', 'valid'],
  ['not_found', 'not_found'],
])('silence: after %s it is %s', (before, after) => expect(afterSilence(before)).toBe(after))

test.each([
  [null, false],
  ['2026-03-04T09:20:01.000Z', true],
  ['2026-03-04T09:20:00.000Z', false],
])('asked at %s: still open is %s', (asked_at, is_open) =>
  expect(isAsked(asked_at === null ? null : instant(asked_at), instant('2026-03-04T09:30:00.000Z'))).toBe(
    is_open,
  ),
)

test.each<[string, object, true | string]>([
  ['a certificate of somebody else', {}, true],
  [
    'no certificate',
    { certificate_by: null },
    'Add a VAT certificate to the documents first: another person verifies it',
  ],
  ['their own certificate', { certificate_by: 'me' }, 'You added the certificate, so somebody else decides'],
  ['a number that HMRC has', { vat_check_status: 'valid' }, 'HMRC has this VAT number'],
  ['no number', { vat_registration_no: null }, 'Larch Ltd has no VAT number'],
])('accept: %s', (_, change, verdict) => {
  const row = {
    name: 'Larch Ltd',
    is_vat_registered: true,
    vat_registration_no: 'GB980780684',
    vat_check_status: 'not_found' as const,
    certificate_by: 'somebody',
    ...change,
  }
  const answer = canAccept(row, { user_id: 'me' })
  expect(answer === true ? answer : answer.message).toBe(verdict)
})
