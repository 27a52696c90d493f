/** The agreements of a new contractor, which they sign or read once their agency has approved them (onboarding §2.2). Pure. */
import { type PaperType, paperOf, papersOf } from '../compliance/compliance.rules.ts'

export interface Agreement {
  readonly type: PaperType
  readonly label: string
  /** Their part in it. */
  readonly does: 'Sign' | 'Offered, never required' | 'Read'
}

const does: Readonly<Partial<Record<PaperType, Agreement['does']>>> = {
  contract_for_services: 'Sign',
  self_billing_agreement: 'Sign',
  conduct_opt_out: 'Offered, never required',
  key_information_document: 'Read',
}

/** Workers of a company alone may opt out of the conduct regulations, and sole traders get no key information. */
const applies: Readonly<Partial<Record<PaperType, readonly string[]>>> = {
  conduct_opt_out: ['limited', 'umbrella'],
  key_information_document: ['paye', 'limited', 'umbrella'],
}

export const agreementsOf = (payment_type: string): Agreement[] =>
  [...papersOf('contractor-agency', null), ...papersOf('contractor-company', payment_type)].flatMap(
    (type) => {
      const part = does[type]
      const is_theirs = applies[type]?.includes(payment_type) ?? true
      return part && is_theirs ? [{ type, label: paperOf(type).label, does: part }] : []
    },
  )
