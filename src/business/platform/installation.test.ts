import { expect, test } from 'vitest'
import { accountsCheck, addressCheck, mailCheck, peopleCheck } from './installation.rules.ts'

test.each([
  ['no SMTP', { state: 'done', sends_mail: false }, 'open', 'Stint sends no mail.'],
  ['proven', { state: 'done', sends_mail: true }, 'done', 'Mail is proven.'],
  [
    'a code under way',
    { state: 'code_sent', sends_mail: true },
    'open',
    'Nobody has proven that mail arrives.',
  ],
  [
    'entered without mail',
    { state: 'skipped', sends_mail: true },
    'open',
    'Nobody has proven that mail arrives.',
  ],
] as const)('mail: %s', (_, mail, state, says) => expect(mailCheck(mail)).toEqual({ state, says }))

test.each([
  [null, 'http://localhost:8080', 'done'],
  [null, 'http://10.0.0.4:8080', 'open'],
  ['https://stint.example', 'https://stint.example', 'done'],
  ['https://stint.example/', 'https://stint.example', 'done'],
  ['https://stint.example', 'http://localhost:8080', 'open'],
] as const)('PUBLIC_URL %s, page at %s: %s', (public_url, origin, state) =>
  expect(addressCheck(public_url, origin).state).toBe(state),
)

test.each([
  ['confirmed', 'confirmed', 'done', 'Both accounts are confirmed.'],
  ['pending', 'confirmed', 'open', 'The account for receipts waits for a second person.'],
  ['confirmed', 'none', 'open', 'The trust account is missing.'],
  [
    'none',
    'pending',
    'open',
    'The account for receipts is missing. The trust account waits for a second person.',
  ],
] as const)('accounts: receipts %s, trust %s: %s', (receipt, trust, state, says) =>
  expect(
    accountsCheck([
      { purpose: 'receipt', state: receipt },
      { purpose: 'trust', state: trust },
    ]),
  ).toEqual({ state, says }),
)

test.each([
  [2, 0, 'done', '2 people can release money.'],
  [
    1,
    1,
    'open',
    'Payments need two people, and 1 person can release money. 1 person still to join or to set up a second factor.',
  ],
  [3, 2, 'done', '3 people can release money. 2 people still to join or to set up a second factor.'],
] as const)('people: %i ready, %i waiting: %s', (ready, waiting, state, says) =>
  expect(peopleCheck({ ready, waiting })).toEqual({ state, says }),
)
