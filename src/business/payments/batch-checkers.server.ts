/** SQL of the rules that keep a person off the check of a payment batch `b`; payment-batch.rules.ts has their refusals. */
import { isAskedBySql } from './asked-payment.server.ts'
import { isFreedBySql, type Moment } from './freed-payment.server.ts'
import { NEW_CHECKER_DAYS } from './payment-batch.rules.ts'

const included = `select from payment.payment_batch_item i`
const of_batch = `i.payment_batch_id = b.id and i.status = 'included'`

/** Is this person (`= p.user_id`, `any ($2)`) a contact of a payee, or of the contractor behind a paid company? */
export const paysSql = (person: string): string =>
  `exists (${included} join business.business_contact o on o.business_id in (i.payee_id, i.contractor_id) and o.deleted_at is null
    where ${of_batch} and o.user_id = ${person})`

/** Did this person request a refund of the batch, or enter or change one of its documents by hand? */
export const askedSql = (person: string): string =>
  `exists (${included} where ${of_batch} and ${isAskedBySql('i', person)})`

/** Did the maker of the batch, or of the program behind it, ask for or approve this person's role in the last days? */
export const broughtInSql = (person: string, { now }: Pick<Moment, 'now'>): string =>
  `exists (select from request.role_change r where r.user_id = ${person} and r.status = 'approved'
    and r.decided_at > ${now}::timestamptz - interval '${NEW_CHECKER_DAYS} days'
    and (b.made_by in (r.asked_by, r.decided_by) or exists (select from platform.api_token m
      join business.business_contact k on k.id = m.contact_id
      where k.user_id = b.made_by and m.created_by in (r.asked_by, r.decided_by))))`

/** Does anything keep this person off the review and completion of the batch? */
export const keptOffSql = (person: string, moment: Moment): string =>
  `(b.made_by = ${person} or exists (select from unnest(b.released_by) released where released = ${person})
    or ${askedSql(person)} or ${isFreedBySql('b', person, moment)} or ${paysSql(person)} or ${broughtInSql(person, moment)})`

/** A user and the programs that they made are one person. */
export const withPrograms = (user_id: string): string =>
  `any (array(select ${user_id} union all select k.user_id from platform.api_token m
    join business.business_contact k on k.id = m.contact_id where m.created_by = ${user_id}))`
