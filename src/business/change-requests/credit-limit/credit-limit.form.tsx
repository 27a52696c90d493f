/** Forms of a client's credit limit: to ask for one, to set it, to share it among agencies. */

import { parseScaled } from '#kernel/decimal-text.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import {
  type CurrencyCode,
  compare,
  currencyOrGbp,
  formatMoney,
  GBP,
  type Money,
  money,
} from '#kernel/money.ts'
import { type Rate4, scale4 } from '#kernel/rate.ts'
import { useSession } from '#web/core/session.ts'
import type { FormField } from '#web/form/fields.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { amountText, minorOf } from '#web/kinds/amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { agency_field, currency_field, ready_party } from '../../shared/form-choices.view.ts'
import { suggestedLimit } from '../../shared/suggested-limit.rules.ts'
import { type Allocation, overlap, partFault, wholeFault } from '../../terms/credit-limit.rules.ts'
import type { LimitReview, ReviewedLimit } from './limit-review.view.ts'

interface LimitFormProps {
  readonly client: { readonly id: string; readonly name: string }
  readonly review: LimitReview
  readonly onClose: () => void
}

const amount_field = (label: string) =>
  ({
    kind: 'money',
    name: 'amount',
    label,
    currency: (values: { readonly currency?: unknown }) => String(values.currency ?? 'GBP'),
    required: true,
  }) as const

const whole = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : 0)
const rateTyped = (text: string): Rate4 => ((minorOf(text) * scale4) / 100) as Rate4 // Two decimals are whole pence.

/** The placements and their rate suggest an amount; only the amount is sent. */
export function AskForm({ client, review, onClose }: LimitFormProps) {
  const { today } = useSession()
  const { basis } = review
  const terms = basis?.payment_terms ?? 30
  return (
    <VerbModal
      title={`Ask for a credit limit of ${client.name}`}
      description="The side that carries its debt decides. Nothing is funded without a limit."
      action_id="business.credit_limit.request"
      fixed={{ client_id: client.id }}
      initial={{
        currency: 'GBP',
        valid_from: today,
        placements: basis?.placements ? String(basis.placements) : '',
        average_rate: basis?.average_rate ? formatMoney(money(minorOf(basis.average_rate), GBP)) : '',
      }}
      columns={2}
      fields={[
        { kind: 'text', name: 'placements', label: 'Placements', max: 4, hint: 'For the suggestion below.' },
        { kind: 'money', name: 'average_rate', label: 'Average hourly client rate', currency: 'GBP' },
        currency_field,
        amount_field('Credit limit'),
        { kind: 'day', name: 'valid_from', label: 'From', required: true },
        { kind: 'day', name: 'valid_to', label: 'Until' },
        {
          kind: 'area',
          name: 'reason',
          label: 'Reason',
          max: 2000,
          required: true,
          missing: validationText.specify_reason,
          wide: true,
        },
      ]}
      input={({ placements: _, average_rate: __, ...sent }) => sent}
      aside={({ values, set }) => {
        const average_rate = rateTyped(values.average_rate)
        const limit = suggestedLimit(
          { placements: whole(values.placements), average_rate, payment_terms: terms },
          currencyOrGbp(values.currency),
        )
        if (limit === null) return null
        return (
          <p className="flex flex-wrap items-center gap-2 text-n11">
            This work needs about {amountText(formatMoney(limit), values.currency)}, paid after {terms} days.
            <Button onClick={() => set({ amount: formatMoney(limit) })}>Use it</Button>
          </p>
        )
      }}
      submit="Ask"
      success={(made: { human_id: string }) => `${made.human_id} asks for the limit`}
      onClose={onClose}
    />
  )
}

/** Debt that the limit would not hold. */
export function OwesMore({
  owed,
  amount,
  currency,
}: {
  owed: string | undefined
  amount: string
  currency: string
}) {
  if (owed === undefined || amount.trim() === '') return null
  const code: CurrencyCode = currencyOrGbp(currency)
  const of = (text: string): Money => money(minorOf(text), code)
  if (compare(of(amount), of(owed)) >= 0) return null
  return (
    <p role="status" className="rounded bg-amber3 px-3 py-2 text-amber11">
      Owes {amountText(owed, currency)}. New advances are held until it owes less.
    </p>
  )
}

/** @param limiter_id '' for the reader's own */
const limitOf = (review: LimitReview, limiter_id: string, currency: string): ReviewedLimit | undefined =>
  review.limits.find(
    (one) => one.currency === currency && (limiter_id === '' ? one.is_own : one.limiter_id === limiter_id),
  )

const partsOf = ({ parts, currency }: ReviewedLimit): Allocation[] =>
  parts.map(({ agency_id, amount, effective_from, effective_to }) => ({
    agency_id,
    effective_from,
    effective_to,
    amount: money(minorOf(amount), currencyOrGbp(currency)),
  }))

type TypedLimit = {
  readonly amount: string
  readonly currency: string
  readonly effective_from: string
  readonly effective_to: string
}

/** The typed limit; null where its amount is empty or wrong, which the verb says. */
function typedLimit({ amount, currency, effective_from, effective_to }: TypedLimit) {
  const typed = parseScaled(amount.trim(), 2, 13)
  if (typeof typed !== 'number') return null
  const code = currencyOrGbp(currency)
  const days = { effective_from, effective_to: effective_to === '' ? null : effective_to }
  return { amount: money(typed, code), code, days }
}

/** A whole limit below the parts of the agencies, before it is sent. */
function wholeFaults(limit: ReviewedLimit | undefined, values: TypedLimit): FieldErrors {
  const typed = typedLimit(values)
  if (limit === undefined || typed === null) return {}
  const fault = wholeFault(typed.amount, typed.code, partsOf(limit), typed.days)
  return fault === null ? {} : { amount: fault }
}

/** A part that with the others exceeds the whole limit, before it is sent. */
function partFaults(limit: ReviewedLimit | undefined, agency_id: string, values: TypedLimit): FieldErrors {
  const typed = typedLimit(values)
  if (!limit?.whole || typed === null || !overlap(limit.whole, typed.days)) return {}
  const others = partsOf(limit).filter((part) => part.agency_id !== agency_id)
  const whole = { amount: money(minorOf(limit.whole.amount), typed.code) }
  const fault = partFault(typed.amount, typed.code, others, [whole], typed.days)
  return fault === null ? {} : { amount: fault }
}

const funder_field = {
  kind: 'pick',
  name: 'limiter_id',
  label: 'Funder',
  entity: 'business.funder',
  shows: 'name',
  where: ready_party,
} as const satisfies FormField<'limiter_id'>

const day_fields = [
  { kind: 'day', name: 'effective_from', label: 'From', required: true },
  { kind: 'day', name: 'effective_to', label: 'Until' },
  { kind: 'text', name: 'reference', label: 'Reference' },
] as const

export function SetForm({ client, review, onClose }: LimitFormProps) {
  const { today, category } = useSession()
  const is_provider = category === 'provider'
  return (
    <VerbModal
      title={`Credit limit of ${client.name}`}
      description={
        is_provider
          ? 'Nothing is funded without a limit. Without a funder the limit is your own.'
          : 'How much of its debt you carry. Nothing is funded without a limit.'
      }
      action_id="business.credit_limit.set"
      fixed={{ client_id: client.id }}
      initial={{ currency: 'GBP', effective_from: today, limiter_id: '' }}
      fields={[
        is_provider && funder_field,
        currency_field,
        amount_field('Credit limit'),
        ...day_fields,
        { kind: 'area', name: 'reason', label: 'Reason, where it owes more', max: 200 },
      ]}
      aside={({ values }) => (
        <OwesMore
          owed={limitOf(review, values.limiter_id, values.currency)?.owed}
          amount={values.amount}
          currency={values.currency}
        />
      )}
      check={(values) => wholeFaults(limitOf(review, values.limiter_id, values.currency), values)}
      submit="Set credit limit"
      success={`Credit limit of ${client.name} set`}
      onClose={onClose}
    />
  )
}

export function AllocateForm({ client, review, onClose }: LimitFormProps) {
  const { today, category } = useSession()
  return (
    <VerbModal
      title={`Allocate the credit limit of ${client.name}`}
      description="The agency raises no more than its part, and no more than the client's whole limit allows."
      action_id="business.credit_limit.allocate"
      fixed={{ client_id: client.id }}
      initial={{ currency: 'GBP', effective_from: today, limiter_id: '' }}
      fields={[
        category === 'provider' && funder_field,
        agency_field,
        currency_field,
        { ...amount_field('Part of the agency'), required: false, hint: 'Empty: it has no part of its own.' },
        ...day_fields,
      ]}
      aside={({ values }) => {
        const limit = limitOf(review, values.limiter_id, values.currency)
        return limit?.whole ? (
          <p className="text-n11">
            {amountText(limit.allocated, limit.currency)} of {amountText(limit.whole.amount, limit.currency)}{' '}
            is allocated.
          </p>
        ) : null
      }}
      check={(values) =>
        partFaults(limitOf(review, values.limiter_id, values.currency), values.agency_id, values)
      }
      submit="Allocate"
      success={`Credit limit of ${client.name} allocated`}
      onClose={onClose}
    />
  )
}
