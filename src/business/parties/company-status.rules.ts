/** The standing of a company at Companies House, and its effect (onboarding: company look-up; decision 0143). Pure. */
import type { RegisterAnswer } from '#entity/register-answer.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { agency_side } from '../shared/who-may.rules.ts'

export const register_standings = [
  { value: 'unchecked', label: 'Not checked' },
  { value: 'in_order', label: 'In order' },
  { value: 'insolvent', label: 'Insolvent' },
  { value: 'closed', label: 'Closed' },
  { value: 'unknown_number', label: 'Unknown number' },
  { value: 'unavailable', label: 'Unavailable' },
] as const
export type RegisterStanding = (typeof register_standings)[number]['value']

/** The refusal where the operator set no key for Companies House. */
export const no_company_checks = 'This installation does not look up companies'

/** Roles that ask Companies House again, about a party that they see. */
export const may_check_company = agency_side

export type Standing = { readonly standing: RegisterStanding; readonly words: string | null }

const closed: Readonly<Record<string, string>> = {
  dissolved: 'dissolved',
  'converted-closed': 'converted and closed',
  removed: 'removed',
  closed: 'closed',
}

const insolvent: Readonly<Record<string, string>> = {
  liquidation: 'in liquidation',
  receivership: 'in receivership',
  administration: 'in administration',
  'voluntary-arrangement': 'in a voluntary arrangement',
  'insolvency-proceedings': 'in insolvency proceedings',
}

/** @param answer a status that is unknown here counts as in order: no status that Companies House added has closed a company */
export function standingOf(answer: Exclude<RegisterAnswer, 'not_set_up'>): Standing {
  if (answer === 'not_found') return { standing: 'unknown_number', words: null }
  if (answer === 'unavailable') return { standing: answer, words: null }
  const { status, status_detail } = answer
  const closed_words = closed[status]
  if (closed_words !== undefined) return { standing: 'closed', words: closed_words }
  const words =
    insolvent[status] ?? (status_detail === 'active-proposal-to-strike-off' ? 'about to be struck off' : null)
  return words === null
    ? { standing: 'in_order', words: status || 'registered' }
    : { standing: 'insolvent', words }
}

/** The standing after Companies House gave no answer: an earlier answer holds. */
export const afterNoAnswer = (before: RegisterStanding): RegisterStanding =>
  before === 'unchecked' ? 'unavailable' : before

/** The flag's facts, also composed by SQL (`open_status_sql`). */
export const statusFacts = (name: string, words: string): string => `${name} is ${words} at Companies House`

/** A company that no longer exists is no party. */
export const canTakeOn = (name: string, { standing, words }: Standing): Verdict =>
  standing !== 'closed' ||
  refuse('precondition', `${name} is ${words} at Companies House, so it cannot be taken on`)

/** A number that Companies House knows by its form; numbers of companies abroad look alike. */
export const isRegistered = (company: {
  readonly brn?: string | null | undefined
  readonly country_code: string | null
}): company is { readonly brn: string; readonly country_code: string | null } =>
  typeof company.brn === 'string' && (company.country_code === null || company.country_code === 'GB')
