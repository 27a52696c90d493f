import { expect, test } from 'vitest'
import { type DeliveryFacts, deliveryText, isUndelivered } from './mail-delivery.rules.ts'

const mail = (facts: Partial<DeliveryFacts>): string =>
  deliveryText({ status: 'queued', answer: null, tries: 0, next_try_at: null, ...facts }, (at) => `at ${at}`)

test('delivery: each state says the sentence of the server', () => {
  expect([
    mail({}),
    mail({ status: 'kept' }),
    mail({ status: 'sent', answer: '250 2.0.0 Ok: queued as 4F1' }),
    mail({ status: 'sent' }),
    mail({ status: 'deferred', answer: '450 come back later', tries: 2, next_try_at: 'noon' }),
    mail({ status: 'deferred', tries: 1, next_try_at: 'noon' }),
    mail({ status: 'refused', answer: '550 no such mailbox', tries: 1 }),
    mail({ status: 'given_up', answer: '451 busy', tries: 25 }),
    mail({ status: 'failed' }),
  ]).toEqual([
    'waits to be sent',
    'kept here, no mail server is set up',
    'accepted: 250 2.0.0 Ok: queued as 4F1',
    'accepted',
    'deferred: 450 come back later. Next try at noon',
    'deferred: the mail server did not answer. Next try at noon',
    'refused: 550 no such mailbox',
    'given up after 25 tries: 451 busy',
    'not sent',
  ])
})

test('delivery: only refused, given up and failed mails need a person', () => {
  const states = ['queued', 'kept', 'sent', 'deferred', 'refused', 'given_up', 'failed']
  expect(states.filter((status) => isUndelivered({ status }))).toEqual(['refused', 'given_up', 'failed'])
})
