/** Entering and confirming bank accounts: a second person always confirms (quality S16). */
import type { Role, Viewer, WhoMay } from '#entity/access.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { agency_side, byRole, eitherOf } from '../shared/who-may.rules.ts'

export type BankAccountStatus = 'pending' | 'confirmed' | 'retired' | 'rejected'

export type AccountFacts = {
  readonly business_id: string
  /** Type of the account's business. */
  readonly business_type: string
  readonly status: BankAccountStatus
  readonly requested_by: string | null
  /** The address of the contractor's link by which it was entered. */
  readonly link_email?: string | null
  /** Since a payment came back. */
  readonly is_held?: boolean
  readonly held_by?: string | null
}

type Asker = Pick<Viewer, 'category' | 'roles' | 'user_id' | 'business_id'> & Partial<Pick<Viewer, 'email'>>

/** Payees with accounts entered by an agency. Agencies share umbrellas, so the provider enters theirs. */
export const paid_by_agency = ['contractor', 'limited', 'selfemployed'] as const

const confirming_staff = [
  'provider_admin',
  'provider_operations',
  'provider_approver',
] as const satisfies readonly Role[]

/** Roles that read accounts of payees. */
export const account_readers = {
  agency: ['agency_admin', 'primary_staff_user', 'agency_read_only'],
  contractor: ['contractor'],
  provider: confirming_staff,
} as const satisfies WhoMay

/** Roles of the second person of any account. */
const confirming: WhoMay = { provider: confirming_staff, agency: ['agency_admin'] }

/** The same for this account. For trust accounts only the provider's admin and approver. */
function confirmers(account: AccountFacts): WhoMay {
  const is_principal = account.business_type === 'provider' || account.business_type === 'funder'
  const of_agency = account.business_type === 'agency' || isPaidByAgency(account.business_type)
  return {
    provider: is_principal ? ['provider_admin', 'provider_approver'] : confirming_staff,
    ...(of_agency ? { agency: ['agency_admin'] as const } : {}),
  }
}

// Widened, so that it accepts any type.
const isPaidByAgency = (type: string) => (paid_by_agency as readonly string[]).includes(type)

/** Asks the two questions of a second person: a role that confirms, and not the person who entered or held it. */
function isSecond(account: AccountFacts, viewer: Asker, first: string | null, sentence: string): Verdict {
  const role = byRole(viewer, confirmers(account))
  if (role !== true) return role
  return first !== viewer.user_id || refuse('not_allowed', sentence)
}

const entered_it = 'A bank account is confirmed by somebody other than who entered it'

export const { can, who } = transitions<'confirm' | 'reject' | 'confirm_again', AccountFacts, Asker>(
  {
    name: () => 'This bank account',
    misfit: ({ status }) => refuse('conflict', `This bank account is already ${status}`),
  },
  {
    confirm: {
      from: ['pending'],
      to: 'confirmed',
      by: confirming,
      done: 'confirmed',
      before: (account, viewer) => isSecond(account, viewer, account.requested_by, entered_it),
      // The sender of a link has entered nothing of it, and may have typed the address.
      refuse: ({ link_email }, { email }) =>
        !link_email || email?.toLowerCase() !== link_email.toLowerCase() || refuse('not_allowed', entered_it),
    },
    /** A second person rejects; the first person may withdraw their own entry. */
    reject: {
      from: ['pending'],
      to: 'rejected',
      by: eitherOf(agency_side, confirming),
      done: 'rejected',
      before: (account, viewer) =>
        account.requested_by === viewer.user_id || byRole(viewer, confirmers(account)),
    },
    /** After a payment came back. The recorder of the return may not confirm. */
    confirm_again: {
      to: null,
      by: confirming,
      done: 'confirmed again',
      before: (account, viewer) =>
        isSecond(
          account,
          viewer,
          account.held_by ?? null,
          'A bank account is confirmed again by somebody other than who recorded that money came back',
        ),
      refuse: ({ status, is_held }) =>
        (status === 'confirmed' && is_held === true) ||
        refuse('conflict', 'This bank account does not wait to be confirmed again'),
    },
  },
)

type SharedFacts = {
  readonly status: BankAccountStatus
  readonly purpose: string
  readonly sort_code: string | null
  readonly account_number: string | null
  readonly iban: string | null
}

/** Are receipts and money of clients kept in one account? Only accounts that are in use, or are to be, count. */
export function sharesReceiptsAndTrust(accounts: readonly SharedFacts[]): boolean {
  const numbers = (purpose: string) =>
    accounts
      .filter((one) => one.purpose === purpose && (one.status === 'confirmed' || one.status === 'pending'))
      .flatMap(({ sort_code, account_number, iban }) => [
        ...(account_number === null ? [] : [`${sort_code ?? ''}${account_number}`]),
        // A GB IBAN ends in sort code and account number.
        ...(iban === null ? [] : [iban.startsWith('GB') ? iban.slice(8) : iban]),
      ])
  const trust = new Set(numbers('trust'))
  return numbers('receipt').some((number) => trust.has(number))
}
