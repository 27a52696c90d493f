/** The step that gives a party its last missing fact brings it into force: no need is left to the night (onboarding §2.1). */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PartyNeed } from '#business/parties/onboarding.rules.ts'

const contacts = [
  'people/create-contact',
  'people/update-contact',
  'people/check-contact',
  'people/approve-role-change',
]
const papers = ['placements/papers/verify-paper', 'signing/signed-paper']
const account = ['bank-accounts/decide-bank-account']

/** The files of the verbs that fulfil a need. Open flags, which stop a party as well, are accepted by a verb of their own. */
const fulfilled_by = {
  terms_of_business: papers,
  invoice_contact: contacts,
  timesheet_approver: contacts,
  credit_decision: ['terms/write-credit-limit'],
  documents: papers,
  payment_company: ['parties/onboarding/party-steps', 'parties/onboarding/switch-party'],
  bank_account: account,
  trust_account: account,
  admin: contacts,
  fee_rule: ['fees/insert-service-charge'],
  flags: ['parties/onboarding/accept-flag'],
} as const satisfies Record<PartyNeed | 'flags', readonly string[]>

test.each(Object.entries(fulfilled_by))('%s: every verb that fulfils it settles the party', (_, files) => {
  for (const file of files)
    expect(readFileSync(`src/business/${file}.server.ts`, 'utf8'), file).toMatch(
      /await settle(Approved|OfPaper|Workers)\(/,
    )
})
