import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { vat_number_unregistered } from '../company.rules.ts'
import { contractorInput, identityFaults } from '../new-party/new-contractor.rules.ts'
import { companyFaults, personFaults, postcodeFaults } from './party-faults.rules.ts'

describe('company: faults in the words of the specification', () => {
  const company = {
    name: 'Larch Ltd',
    brn: '',
    is_vat_registered: false,
    vat_registration_no: '',
    website: '',
  }
  test.each([
    [{}, {}],
    [{ brn: '445790', website: 'larch.example' }, {}],
    [{ vat_registration_no: '980780684' }, { vat_registration_no: vat_number_unregistered }],
    [{ brn: 'SL12345A' }, {}],
    [{ brn: '1234-5678' }, { brn: 'Please enter a valid number' }],
    [{ website: 'javascript:alert(1)' }, { website: 'Please enter a valid URL' }],
    [{ vat_registration_no: '802311781' }, { vat_registration_no: 'Please enter a valid Input' }],
    [{ phone: '0113 496 0000' }, {}],
    [{ phone: 'abc' }, { phone: 'Please enter a valid number' }],
    [{ is_vat_registered: true }, { vat_registration_no: 'Mandatory' }],
    [{ is_vat_registered: true, vat_registration_no: '980780684' }, {}],
    [
      { brn: 'x', website: 'x', vat_registration_no: 'NOTVAT' },
      {
        brn: 'Please enter a valid number',
        website: 'Please enter a valid URL',
        vat_registration_no: 'Please enter a valid Input',
      },
    ],
  ])('%j: %j', (typed, faults) => {
    expect(companyFaults({ ...company, ...typed })).toEqual(faults)
  })
})

describe('postcode: of the form of Royal Mail in the United Kingdom', () => {
  test.each([
    [{ zipcode: 'ls1 1aa' }, {}],
    [{ zipcode: 'ZZZ', country_code: 'GB' }, { zipcode: 'Please enter a valid Input' }],
    [{ zipcode: 'D02 KX38' }, { zipcode: 'Please enter a valid Input' }],
    [{ zipcode: 'D02 KX38', country_code: 'IE' }, {}],
    [{ zipcode: ' ' }, {}],
  ])('%j: %j', (typed, faults) => {
    expect(postcodeFaults(typed)).toEqual(faults)
  })
})

describe('person: faults in the words of the specification', () => {
  test.each([
    [{ date_of_birth: '2010-11-22', ni_number: 'AB123456A', utr: '1955839661' }, {}],
    [{ date_of_birth: '2010-11-23' }, { date_of_birth: 'Should be before 23/11/2010' }],
    [{ date_of_birth: '1926-11-21' }, { date_of_birth: 'Should be after 21/11/1926' }],
    [{ utr: '19558396x1' }, { utr: 'Must be only digits' }],
    [{ utr: '195583966' }, { utr: 'Must be exactly 10 digits' }],
    [{ utr: '2955839661' }, { utr: 'Please enter a valid Input' }],
    [{ ni_number: 'QQ123456C' }, { ni_number: 'Please enter a valid Input' }],
  ])('%j: %j', (typed, faults) => {
    expect(personFaults(typed, day('2026-11-22'))).toEqual(faults)
  })
})

describe('contractor: the input of the verb', () => {
  const person = { first_name: 'Ada', last_name: 'Byron', line_1: '1 Mill Lane', city: 'York' }
  const address = { line_1: '1 Mill Lane', city: 'York' }
  const individual = { first_name: 'Ada', last_name: 'Byron', address }
  const company = { name: 'Byron Ltd', brn: 'SC123456', is_vat_registered: false }

  test('payroll: no company, and nothing of a look-up', () => {
    expect(
      contractorInput(
        { ...person, found: '', payment_type: 'paye' },
        { payment_type: 'paye', company_is: 'new' },
      ),
    ).toEqual({ individual, payment_type: 'paye' })
  })

  test.each([
    [{ date_of_birth: '', gender: 'F' }, { date_of_birth: 'Mandatory' }],
    [{ gender: 'F' }, { date_of_birth: 'Mandatory' }],
    [{ date_of_birth: '1990-05-01' }, { ni_number: 'Mandatory' }],
    [{ date_of_birth: '1990-05-01', gender: 'F' }, {}],
    [{ date_of_birth: '1990-05-01', ni_number: 'AB123456A' }, {}],
    [{ date_of_birth: '1990-05-01', gender: 'F', payment_type: 'selfemployed' }, { utr: 'Mandatory' }],
    [{ date_of_birth: '1990-05-01', gender: 'F', payment_type: 'selfemployed', utr: '1955839661' }, {}],
  ])('identity of a worker: %j', (person, faults) => {
    expect(identityFaults(person)).toEqual(faults)
  })

  test.each([
    [{ payment_type: 'paye', company_is: 'new' }, 'Ada Byron'],
    [{ payment_type: 'umbrella', company_is: 'new' }, 'Ada Byron'],
    [{ payment_type: 'limited', company_is: 'new' }, 'Byron Ltd'],
  ])('an account without a typed holder: %j', (values, account_holder_name) => {
    const typed = { ...person, name: 'Byron Ltd', sort_code: '001000' }
    expect(contractorInput(typed, values)).toMatchObject({
      bank_account: { sort_code: '001000', account_holder_name },
    })
  })

  test('a new company: has the address of the person, or its own as a whole', () => {
    const values = { payment_type: 'limited', company_is: 'new' }
    expect(contractorInput({ ...person, ...company, payment_type: 'limited' }, values)).toEqual({
      individual,
      payment_type: 'limited',
      payment_company: { ...company, address },
    })
    expect(contractorInput({ ...person, ...company, company_line_1: '9 High Street' }, values)).toMatchObject(
      { payment_company: { address: { line_1: '9 High Street' } } },
    )
  })

  test('a known company: goes by its id', () => {
    const values = { payment_type: 'limited', company_is: 'known' }
    expect(contractorInput({ ...person, payment_company_id: 'L1', company_is: 'known' }, values)).toEqual({
      individual,
      payment_company_id: 'L1',
    })
  })
})
