/** SQL over payment batches with payments that depend on a figure or mark of funding that one person set (decision 0190). */
import { NEW_CHECKER_DAYS } from './payment-batch.rules.ts'

/** SQL of a moment and its London day. */
export type Moment = { readonly now: string; readonly today: string }

/**
 * Did this person (`= p.user_id`, `any ($2)`) verify the client, enter the bank line that did (decision 0211), or set a
 * credit limit, a retention or a funding rule of an advance in the batch within the last days, or has such a version begun
 * or ended within them? Work that waits for its client's money is no advance.
 */
export const isFreedBySql = (batch: string, person: string, { now, today }: Moment): string => {
  const days = `interval '${NEW_CHECKER_DAYS} days'`
  // An end that came with the version is its author's; a later version moves the end and the stamp.
  const isRecent = (version: string) => `${version}.set_by = ${person}
    and (${version}.created_at > ${now}::timestamptz - ${days} or ${version}.deleted_at is null and (
      ${version}.effective_from > ${today}::date - ${days} and ${version}.effective_from <= ${today}::date
      or ${version}.updated_at = ${version}.created_at
        and ${version}.effective_to >= ${today}::date - ${days} and ${version}.effective_to < ${today}::date))`
  return `exists (select from payment.payment_batch_item freed join transaction.invoice f on f.id = freed.invoice_id
    where freed.payment_batch_id = ${batch}.id and freed.status = 'included' and f.release_condition <> 'client_receipt' and (
      exists (select from business.funding_rule r where r.principal_id = ${batch}.principal_id and ${isRecent('r')})
      or exists (select from business.funding_retention r where r.principal_id = ${batch}.principal_id
        and r.agency_id = f.agency_id and r.currency_id = ${batch}.currency_id and ${isRecent('r')})
      or exists (select from business.credit_limit r where r.limiter_id = ${batch}.principal_id
        and r.client_id = f.client_id and r.currency_id = ${batch}.currency_id and ${isRecent('r')})
      or exists (select from business.service s where s.type = 'client-agency' and s.from_business_id = f.client_id
        and s.to_business_id = f.agency_id and (s.verified_by = ${person} or s.verified_line_by = ${person})
        and s.verified_at > ${now}::timestamptz - ${days})))`
}
