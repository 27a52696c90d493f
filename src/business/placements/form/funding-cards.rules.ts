/** The funding types of a typed placement as cards: when pay, fee and earnings move (money.md §1.6). Pure. */
import type { Day } from '#kernel/day.ts'
import {
  type FeeFor,
  hasAgreedFees,
  no_fee_agreed,
  type ServiceCharge,
} from '../../fees/fee-in-force.rules.ts'
import { funding_types, no_paid_when_paid } from '../../shared/contract-terms.rules.ts'
import type { FundingModel, FundingType } from '../../shared/invoice-types.rules.ts'

export type FundingCard = {
  readonly value: FundingType
  readonly label: string
  readonly lines: readonly { readonly label: string; readonly value: string }[]
  /** The reason why the placement cannot have it. */
  readonly refusal: string | null
}

const moves: Readonly<Record<FundingType, { pay: string; fee: string; earnings: string }>> = {
  funded: {
    pay: 'On its due date',
    fee: 'When the invoice is funded',
    earnings: 'In the next payment run after approval',
  },
  partly_funded: {
    pay: 'On its due date',
    fee: 'When the invoice is funded',
    earnings: 'As the client pays',
  },
  paid_when_paid: {
    pay: 'Once the client has paid, on its due date or later',
    fee: 'When the client pays',
    earnings: 'When the client pays',
  },
}

type Typed = {
  readonly service_type: 'temp_placement' | 'perm_placement'
  /** Null: a reader who sees no fee rules, or who needs none. The server judges alone. */
  readonly charges: readonly ServiceCharge[] | null
  readonly funding_model: FundingModel
  readonly agency_id: string
  /** Empty: the agency's only funder. */
  readonly funder_id: string
  readonly currency: string
  /** Empty: the client's own. */
  readonly client_payment_terms: string
  readonly contractor_payment_terms: string
  /** The way in which the worker is paid; null where it is not known. */
  readonly paid_way: string | null
  readonly on: Day
}

export function fundingCards(typed: Typed): FundingCard[] {
  return funding_types.map(({ value, label }) => {
    const { pay, fee, earnings } = moves[value]
    return {
      value,
      label,
      lines: [
        ...(typed.service_type === 'temp_placement' ? [{ label: 'Pay', value: pay }] : []),
        { label: 'Fee', value: fee },
        { label: 'Earnings', value: earnings },
      ],
      refusal: refusalOf(value, typed),
    }
  })
}

function refusalOf(funding_type: FundingType, typed: Typed): string | null {
  const { charges, funding_model, paid_way } = typed
  if (funding_type === 'paid_when_paid' && (paid_way === 'paye' || paid_way === 'selfemployed'))
    return no_paid_when_paid
  if (charges === null) return null
  const funders = typed.funder_id === '' ? fundersOf(charges) : [typed.funder_id]
  const offered = charges.map((one) => (isOfUnknownTerms(one, typed) ? { ...one, payment_terms: null } : one))
  const has = (funder_id: string | null) =>
    hasAgreedFees(offered, funding_model, wantedOf(typed, funding_type, funder_id))
  return funders.some(has) ? null : no_fee_agreed
}

/** The server finds the agency's only funder: any of those with a rule may be it. */
const fundersOf = (charges: readonly ServiceCharge[]) => [
  ...new Set([null, ...charges.map(({ funder_id }) => funder_id)]),
]

/** A rule for some terms of the client, while the form follows the client's own: the server knows them. */
const isOfUnknownTerms = ({ payment_terms_type: of }: ServiceCharge, typed: Typed) =>
  of !== 'contractor' && of !== 'agency' && typed.client_payment_terms.trim() === ''

const daysIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : null)

const wantedOf = (
  typed: Typed,
  funding_type: FundingType,
  funder_id: string | null,
): Omit<FeeFor, 'fee_type'> => ({
  service_type: typed.service_type,
  agency_id: typed.agency_id,
  funder_id,
  contract_id: '',
  funding_type,
  client_payment_terms: daysIn(typed.client_payment_terms),
  contractor_payment_terms: daysIn(typed.contractor_payment_terms),
  currency: typed.currency,
  on: typed.on,
})
