import { expect, test } from 'vitest'
import { typedValues } from './draft-values.server.ts'

test('values of a draft: a client as typed so far, its terms in days and its address as companies have it', () => {
  const typed = {
    name: ' Larch Ltd ',
    brn: '01234567',
    is_vat_registered: false,
    vat_registration_no: '980780684',
    line_1: '1 High Street',
    city: 'Leeds',
    zipcode: 'LS1 1AA',
    country_code: 'GB',
    temp_payment_terms: '30',
    perm_payment_terms: 'soon',
  }
  expect(typedValues(typed, true)).toEqual({
    name: 'Larch Ltd',
    company_number: '01234567',
    vat_number: 'not registered for VAT',
    address: '1 High Street, Leeds, LS1 1AA, United Kingdom',
    email: null,
    phone: null,
    payment_terms: '30 days',
    perm_payment_terms: null,
  })
  expect(typedValues({ is_vat_registered: true }, false)).toMatchObject({ vat_number: null, address: null })
})
