import { expect, test } from 'vitest'
import {
  accountFaults,
  emptyPaper,
  emptyPerson,
  papersIn,
  papersInput,
  peopleIn,
  peopleInput,
  rowFaults,
  withAccount,
  withHolder,
} from './party-rows.rules.ts'

const terry = {
  ...emptyPerson(['invoice_contact', 'timesheet_approver'], false),
  first_name: 'Terry',
  last_name: 'Poole',
  email: 'terry@harbour.test',
}

test('people begun are complete, and an address stands once', () => {
  expect(rowFaults({ people: [{ ...terry, roles: ['invoice_contact'] }] })).toEqual({})
  expect(
    rowFaults({
      people: [
        { ...terry, first_name: ' ' },
        { ...terry, email: 'TERRY@harbour.test ' },
      ],
    }),
  ).toEqual({
    'people.0.first_name': 'Mandatory',
    'people.0.roles': 'Mandatory',
    'people.1.roles': 'Mandatory',
    'people.1.email': 'Duplicate Email',
  })
  expect(emptyPerson(['contractor'], false).roles).toEqual(['contractor'])
})

test('the first person has the roles that a new party needs; others choose theirs', () => {
  const client = ['hiring_manager', 'invoice_contact', 'timesheet_approver']
  const agency = ['agency_admin', 'agency_user', 'agency_finance']
  expect([emptyPerson(client, true).roles, emptyPerson(agency, true).roles]).toEqual([
    client,
    ['agency_admin'],
  ])
  expect([emptyPerson(client, false).roles, emptyPerson(agency, false).roles]).toEqual([[], []])
})

test('a document begun has its kind and its file; another kind sends no method', () => {
  expect(Object.keys(rowFaults({ papers: [emptyPaper()] }))).toEqual(['papers.0.type', 'papers.0.file_id'])
  const paper = {
    ...emptyPaper(),
    type: 'terms_of_business',
    method: 'online',
    file_id: 'f',
    file_name: 'a.pdf',
  }
  expect(papersInput([paper])).toEqual([{ type: 'terms_of_business', file_id: 'f' }])
})

test('rows come back from a draft, whatever it kept', () => {
  expect(peopleIn([{ ...terry, roles: ['invoice_contact', 7] }, null, 'x'])).toEqual([
    { ...terry, roles: ['invoice_contact'] },
  ])
  expect(papersIn('none')).toEqual([])
  expect(peopleInput([{ ...terry, contact_phone: ' ' }])[0]).not.toHaveProperty('contact_phone')
})

test('an account is sent under its name once something of it is typed', () => {
  expect(withAccount({ name: 'Larch', sort_code: '001000' })).toEqual({
    name: 'Larch',
    bank_account: { sort_code: '001000' },
  })
  expect(withAccount({ name: 'Larch' })).toEqual({ name: 'Larch' })
  expect(accountFaults({ sort_code: '001000' })).toEqual({
    account_holder_name: 'Mandatory',
    bank_name: 'Mandatory',
  })
  expect(accountFaults({ name: 'Larch' })).toEqual({})
})

test('an account whose holder is not typed is in the name of the company', () => {
  expect(withHolder({ sort_code: '001000', account_holder_name: ' ' }, 'Larch')).toEqual({
    sort_code: '001000',
    account_holder_name: 'Larch',
  })
  const typed = { sort_code: '001000', account_holder_name: 'Larch Group' }
  expect(withHolder(typed, 'Larch')).toEqual(typed)
  expect(withHolder({ name: 'Larch' }, 'Larch')).toEqual({ name: 'Larch' })
})

test('an account is judged by the forms of its numbers, beside empty fields', () => {
  expect(
    accountFaults({
      bank_name: 'Harbour Bank',
      sort_code: '00-10-0',
      account_number: '5577991x',
      iban: 'GB00WEST12345698765432',
      swift_code: 'HARB',
      ach_routing: '123456789',
    }),
  ).toEqual({
    account_holder_name: 'Mandatory',
    sort_code: 'Must be exactly 6 digits',
    account_number: 'Must be only digits',
    iban: 'The check digits of this IBAN do not fit: please check it',
    swift_code: 'Please enter a valid Input',
    ach_routing: 'Please enter a valid Input',
  })
  const right = {
    account_holder_name: 'Larch',
    bank_name: 'Harbour Bank',
    sort_code: '00-10-00',
    account_number: '5577 9911',
    iban: 'gb29 nwbk 6016 1331 9268 19',
    swift_code: 'nwbkgb2l',
    ach_routing: '021000021',
  }
  expect(accountFaults(right)).toEqual({})
})

test('a person is judged by the forms of their address and telephone number', () => {
  const people = [
    {
      ...emptyPerson(['client'], false),
      first_name: 'Nora',
      last_name: 'Quay',
      email: 'nora@quay',
      contact_phone: 'abc',
    },
  ]
  expect(rowFaults({ people })).toEqual({
    'people.0.email': 'Please enter a valid Email',
    'people.0.contact_phone': 'Please enter a valid number',
  })
  const right = [
    { ...people[0], email: 'nora@quay.example', contact_phone: '0113 496 0000' },
  ] as typeof people
  expect(rowFaults({ people: right })).toEqual({})
})
