/** Facts that every verb declares, for the reference of the API and for tokens. */
import { expect, test } from 'vitest'
import { verbs } from '#business/verbs.ts'

const all = [...verbs.values()]

test('verbs: each has a summary of its own, one line without a full stop', () => {
  const summaries = all.map(({ summary }) => summary)
  expect(summaries.filter((text) => !/^[A-Z][^\n]{9,109}[^.\s]$/.test(text))).toEqual([])
  expect(summaries.filter((text, at) => summaries.indexOf(text) !== at)).toEqual([])
})

test('verbs: an action that needs a person at the moment itself is refused to tokens', () => {
  const needs_a_person = [
    'business.bank_account.confirm',
    'business.bank_account.confirm_again',
    'business.bank_account.create',
    'business.bank_account.update',
    'business.business_contact.create',
    'business.business_contact.update',
    'payment.payment_batch.complete',
    'payment.payment_batch.make_file',
    'payment.payment_batch.return_payment',
    'payment.payment_batch.review',
    'payment.payment_file.download',
    'platform.export.start',
    'transaction.payment_receipt.refund',
    'transaction.payroll_override.confirm',
  ]
  const confirmed = all.filter(({ step_up }) => step_up !== undefined).map(({ action_id }) => action_id)
  const refused = (id: string) => verbs.get(id)?.machine === 'refused'
  expect([...needs_a_person, ...confirmed].filter((id) => !refused(id))).toEqual([])
})

test('verbs: previews and suggestions change nothing', () => {
  const names = /(?:preview|suggest|compare|check_evidence|payers|returns)/
  const shown = all.filter(({ action_id }) => names.test(action_id))
  expect(shown.length).toBeGreaterThan(9)
  expect(shown.filter(({ is_reading }) => !is_reading).map(({ action_id }) => action_id)).toEqual([])
})
