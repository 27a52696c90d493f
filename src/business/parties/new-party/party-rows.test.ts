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
  ...emptyPerson(['invoice_contact', 'timesheet_approver']),
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
  expect(emptyPerson(['contractor']).roles).toEqual(['contractor'])
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
