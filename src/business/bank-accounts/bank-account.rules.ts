/**
 * Checks of bank details (registers.md §4.3), and the rules of entering and confirming them (quality S16): the person
 * who entered an account never confirms it. Pure; the weights of sort codes are too many for a browser
 * (bank-account-input.server.ts).
 */
import type { Role, Viewer } from '#entity/access.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { byRole, type WhoMay } from '../shared/who-may.rules.ts'

/** Mails about a changed account; the request decides the recipients. */
export const bank_account_mail_topic = 'bank_account_mail'

/** Lengths by country of the IBAN register, for the countries of the specification's currencies and their neighbours. */
const iban_lengths: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
}

/** Capitals without spaces, as stored. */
export const plainIban = (text: string): string => text.replace(/\s/g, '').toUpperCase()

/** The fault of an IBAN, or null. Countries without a known length are checked by digits only. */
export function ibanFault(iban: string): string | null {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return 'Please enter a valid Input'
  const country = iban.slice(0, 2)
  const length = iban_lengths[country]
  if (length !== undefined && iban.length !== length) return `An IBAN of ${country} has ${length} characters`
  if (country === 'GB' && !/^GB\d{2}[A-Z]{4}\d{14}$/.test(iban)) return 'Please enter a valid Input'
  return mod97(iban.slice(4) + iban.slice(0, 4)) === 1
    ? null
    : 'The check digits of this IBAN do not fit: please check it'
}

function mod97(text: string): number {
  let rest = 0
  for (const sign of text) {
    const value = sign >= 'A' ? String(sign.charCodeAt(0) - 55) : sign
    for (const digit of value) rest = (rest * 10 + Number(digit)) % 97
  }
  return rest
}

/** Sort code and account number inside a GB IBAN; null in any other. */
export function ukPartsOf(iban: string): { sort_code: string; account_number: string } | null {
  return iban.startsWith('GB') && iban.length === 22
    ? { sort_code: iban.slice(8, 14), account_number: iban.slice(14) }
    : null
}

export const swift_form = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** The check digit of a US routing number (registers.md §4.3). */
export function isAchRouting(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const sum = [...text].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0)
  return sum % 10 === 0
}

/** All but the last three signs, so that a mail or a log names an account without giving it away. */
export function maskedNumber(account: {
  readonly account_number: string | null
  readonly iban: string | null
}): string {
  return `ending ${(account.account_number ?? account.iban ?? '').slice(-3)}`
}

export type BankAccountStatus = 'pending' | 'confirmed' | 'retired' | 'rejected'

export type AccountFacts = {
  readonly business_id: string
  /** Type of the account's business. */
  readonly business_type: string
  readonly status: BankAccountStatus
  readonly requested_by: string | null
  /** Since a payment came back. */
  readonly is_held?: boolean
  readonly held_by?: string | null
}

type Asker = Pick<Viewer, 'category' | 'roles' | 'user_id' | 'business_id'>

/** Payees whose accounts an agency enters. Agencies share umbrellas, so the provider enters theirs. */
export const paid_by_agency = ['contractor', 'limited', 'selfemployed'] as const

const confirming_staff = [
  'provider_admin',
  'provider_operations',
  'provider_approver',
] as const satisfies readonly Role[]

/** Roles of the second person. For trust accounts only the provider's admin and approver. */
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

export const { can } = transitions<'confirm' | 'reject' | 'confirm_again', AccountFacts, Asker>(
  {
    name: () => 'This bank account',
    misfit: ({ status }) => refuse('conflict', `This bank account is already ${status}`),
  },
  {
    confirm: {
      from: ['pending'],
      to: 'confirmed',
      done: 'confirmed',
      before: (account, viewer) =>
        isSecond(
          account,
          viewer,
          account.requested_by,
          'A bank account is confirmed by somebody other than who entered it',
        ),
    },
    /** A second person rejects; the person who entered it may take it back. */
    reject: {
      from: ['pending'],
      to: 'rejected',
      done: 'rejected',
      before: (account, viewer) =>
        account.requested_by === viewer.user_id || byRole(viewer, confirmers(account)),
    },
    /** After a payment came back: by somebody other than the person who recorded the return. */
    confirm_again: {
      to: null,
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
