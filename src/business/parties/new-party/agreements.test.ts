import { expect, test } from 'vitest'
import { agreementsOf } from './agreements.rules.ts'

const contract = ['Contract for services', 'Sign']
const self_billing = ['Self-billing agreement', 'Sign']
const opt_out = ['Conduct regulations opt-out', 'Offered, never required']
const key_information = ['Key information document', 'Read']

test.each([
  ['paye', [contract, key_information]],
  ['limited', [contract, key_information, opt_out, self_billing]],
  ['umbrella', [contract, key_information, opt_out, self_billing]],
  ['selfemployed', [contract, self_billing]],
])('agreements of a contractor paid by %s', (payment_type, wanted) => {
  expect(agreementsOf(payment_type).map(({ label, does }) => [label, does])).toEqual(wanted)
})
