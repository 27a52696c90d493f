/** Has a worker opted out of the Conduct Regulations 2003 for a placement? (regulation 32(9); decision 0119). Pure. */
import type { Viewer } from '#entity/access.ts'
import { type Day, formatDay } from '#kernel/day.ts'
import { refuse } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { paper_services } from '../compliance/compliance.rules.ts'

/** Only a company and its worker opt out together. */
const companies: readonly string[] = ['limited', 'umbrella']
export const mayOptOut = (payment_type: string | null): boolean => companies.includes(payment_type ?? '')
export const company_alone = 'Only a worker of a limited or umbrella company can opt out'

/** Regulation 32(12). */
export const no_opt_out = 'The work is with vulnerable people, for which no opt-out counts'

export type OptOutNotice = {
  readonly given_on: Day
  /** The day of its withdrawal, or the last day of the company that signed it; null: it goes on. */
  readonly ended_on: Day | null
  readonly is_verified: boolean
}

export type OptOutFacts = {
  readonly payment_type: string | null
  /** The work pays another payee than the contractor's, which signed no opt-out. */
  readonly is_further: boolean
  /** The agency asks for compliance documents. Without them the word of worker and agency counts (decision 0064). */
  readonly asks_for_papers: boolean
  /** Worker and agency say so on their link. */
  readonly is_stated: boolean
  readonly start_date: Day
  /** Work with people under 18, or in need of care because of age, infirmity or other circumstances. */
  readonly is_vulnerable_work: boolean
  /** The notice that covers the start, else the newest; null: none was added. */
  readonly notice: OptOutNotice | null
}

/** Why a new placement counts as work inside the regulations; null: the worker has opted out for it. */
export function optOutGap(facts: OptOutFacts): string | null {
  const { payment_type, asks_for_papers, is_stated, is_vulnerable_work, start_date, notice } = facts
  if (!mayOptOut(payment_type)) return company_alone
  if (facts.is_further) return 'Another company of the worker signed the opt-out, if any'
  if (is_vulnerable_work) return no_opt_out
  if (!asks_for_papers) return is_stated ? null : 'The worker has not opted out'
  if (notice === null) return 'There is no opt-out notice'
  if (!notice.is_verified) return 'The opt-out notice is not verified'
  if (notice.given_on >= start_date)
    return `The opt-out notice was given on ${formatDay(notice.given_on)}, which is not before the start`
  return notice.ended_on !== null && notice.ended_on < start_date
    ? `The opt-out notice ended on ${formatDay(notice.ended_on)}`
    : null
}

/** The same at the activation: the hirer was told before the work begins (regulation 32(9)(b)). */
export function activationGap(facts: OptOutFacts, told_on: Day | null): string | null {
  const gap = optOutGap(facts)
  if (gap !== null || !facts.asks_for_papers) return gap
  if (told_on === null) return 'The client was not told of the opt-out'
  return told_on >= facts.start_date
    ? `The client was told of the opt-out on ${formatDay(told_on)}, which is not before the start`
    : null
}

/** The consequence of a gap for work that is paid when the client pays (regulation 12). */
export const paid_on_time =
  'The worker is paid on the due date, also where the client has not paid: the agency bears it'

type Withdrawn = { readonly status: string; readonly title: string; readonly valid_to: string | null }

/** The worker may withdraw at any time; the work that goes on stays opted out (regulation 32(11)). */
export const { can, who } = transitions<'withdraw', Withdrawn, Pick<Viewer, 'category' | 'roles'>>(
  { name: ({ title }) => title },
  {
    withdraw: {
      from: ['inprogress', 'completed'],
      to: null,
      by: paper_services['contractor-agency'].adds,
      done: 'withdrawn',
      refuse: ({ title, valid_to }) =>
        valid_to === null || refuse('conflict', `${title} is already withdrawn`),
    },
  },
)
