import { expect, test } from 'vitest'
import { remarksOf } from './party-remarks.rules.ts'

const agency = {
  kind: 'agency',
  name: 'Beech',
  is_registered: true,
  provider: 'Tideway',
  is_provider_registered: true,
  company: null,
  is_company_registered: false,
  lacks_agreement: false,
}
const contractor = {
  ...agency,
  kind: 'contractor',
  name: 'Ada',
  company: 'Byron Ltd',
  is_company_registered: true,
}
const no_agreement = 'There is no self-billing agreement with Byron Ltd: its self-bills show no VAT.'

test.each([
  [agency, []],
  [{ ...agency, is_registered: false, is_provider_registered: false }, []],
  [
    { ...agency, is_provider_registered: false },
    ['Beech is registered for VAT and Tideway is not: the VAT of its sales to Tideway is a cost.'],
  ],
  [
    { ...agency, is_registered: false },
    [
      'Tideway is registered for VAT and Beech is not: clients are charged VAT, and its own sales carry none.',
    ],
  ],
  [{ ...agency, kind: 'client', is_registered: false }, []],
  [contractor, []],
  [{ ...contractor, lacks_agreement: true }, [no_agreement]],
  [{ ...contractor, lacks_agreement: true, is_company_registered: false }, []],
  [{ ...contractor, lacks_agreement: true, company: null }, []],
])('remarks on %j: %j', (facts, remarks) => {
  expect(remarksOf(facts)).toEqual(remarks)
})
