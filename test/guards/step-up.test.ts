/** Verbs that ask people to confirm that it is them, and the roles that can do what they protect (people, step-up). */
import { expect, test } from 'vitest'
import { may_change_contacts } from '#business/people/contact.rules.ts'
import { isOneOf } from '#business/shared/who-may.rules.ts'
import { verbs } from '#business/verbs.ts'
import type { Category, Role } from '#entity/access.ts'
import { category_roles, money_roles } from '#entity/roles.ts'

const kindOf = (need: unknown) => (typeof need === 'function' ? 'by input' : need)

test('step-up: payments each time, changes to money within five minutes, personal data within thirty', () => {
  const asking = [...verbs.values()]
    .filter((verb) => verb.step_up !== undefined)
    .map((verb) => [verb.action_id, kindOf(verb.step_up)])
    .sort()
  expect(asking).toEqual([
    ['business.approval_rule.set_limit', 300],
    ['business.bank_account.confirm', 300],
    ['business.bank_account.confirm_again', 300],
    ['business.bank_account.create', 300],
    ['business.bank_account.update', 300],
    ['business.business_contact.create', 'by input'],
    ['business.business_contact.update', 'by input'],
    ['business.identity_provider.create', 300],
    ['business.identity_provider.prove_domain', 300],
    ['business.identity_provider.remove', 300],
    ['business.identity_provider.require', 300],
    ['business.identity_provider.stop_requiring', 300],
    ['business.identity_provider.update', 300],
    ['business.paye_scheme.set_sender', 300],
    ['business.pension_scheme.make_file', 1800],
    ['business.security_rule.set_second_factor', 300],
    ['business.support_access.set', 300],
    ['payment.payment_batch.complete', 'once'],
    ['payment.payment_batch.make_file', 300],
    ['payment.payment_batch.return_payment', 300],
    ['payment.payment_batch.review', 300],
    ['payment.payment_file.download', 300],
    ['platform.api_token.create', 300],
    ['platform.export.start', 'by input'],
    ['platform.impersonation.start', 300],
    ['platform.user.reactivate', 300],
    ['platform.user.reset_factors', 300],
    ['platform.webhook.create', 300],
    ['platform.webhook.rotate_secret', 300],
    ['platform.webhook.update', 300],
    ['report.intermediary.make', 1800],
    ['request.role_change.approve', 300],
    ['transaction.payment_receipt.refund', 300],
    ['transaction.rti_submission.download', 1800],
    ['transaction.rti_submission.send', 1800],
    ['transaction.rti_submission.take_back', 1800],
  ])
})

test('step-up: a token cannot do what a person must confirm', () => {
  const open = [...verbs.values()].filter(
    ({ step_up, machine }) => step_up !== undefined && machine !== 'refused',
  )
  expect(open.map(({ action_id }) => action_id)).toEqual([])
})

/** An agency's staff may enter the account of a worker or a contact of a client: neither releases money by itself. */
const entering = ['business.bank_account.', 'business.business_contact.'].flatMap((noun) => [
  `${noun}create`,
  `${noun}update`,
])
const personal = ['platform.export.start', 'report.intermediary.make', 'business.pension_scheme.make_file']
/** A client or a contractor decides how its own people sign in. */
const own = ['business.security_rule.set_second_factor']

test('step-up: the roles that can release money are those of the verbs', () => {
  const releasing = [...verbs.values()].filter(
    ({ action_id, step_up }) =>
      step_up !== undefined && ![...entering, ...personal, ...own].includes(action_id),
  )
  const found = Object.entries(category_roles).flatMap(([category, roles]) =>
    roles.filter((role: Role) => {
      const viewer = { category: category as Category, roles: [role] }
      return (
        releasing.some(({ who }) => isOneOf(viewer, who)) ||
        // Names people who can.
        isOneOf(viewer, may_change_contacts(true))
      )
    }),
  )
  expect(found.sort()).toEqual([...money_roles].sort())
})
