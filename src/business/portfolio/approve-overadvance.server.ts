import { z } from 'zod'
import { addDays, day, formatDay } from '#kernel/day.ts'
import { invalid, notAllowed } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currency as currencyCode, formatMoney, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { currencyInput, dayInput } from '../parties/party-input.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { amountInput, moneyReasonInput } from '../shared/cash-input.server.ts'
import { endVersions } from '../shared/dated-versions.server.ts'
import { samePeople } from '../shared/who-may.rules.ts'
import { funding_overadvance } from './overadvance.entity.ts'
import { overadvance_approvers, overadvance_days_max } from './overadvance.rules.ts'

const input = z.strictObject({
  agency_id: z.uuid(),
  currency: currencyInput,
  amount: amountInput,
  until: dayInput,
  reason: moneyReasonInput,
})

/**
 * Lets the viewer's payment runs pay an agency's contractors beyond its availability from today. It replaces the one in
 * force; £0.00 ends that.
 */
export const approveOveradvance = verb({
  action_id: 'funding.overadvance.approve',
  since: '0.1.0',
  summary: "Approves payments to an agency's contractors beyond its availability",
  machine: 'allowed',
  impersonator: 'refused',
  who: overadvance_approvers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, asked) => {
    const { tx, viewer, clock } = context
    const agency = await visibleBusiness(context, asked.agency_id, 'agency')
    await refuseOwn(context, agency.id)
    await refuseMaker(context, agency.id)
    const amount = parseMoney(asked.amount, currencyCode(asked.currency))
    const fault = amountFault(amount, 'overadvance')
    if (fault !== null) throw invalid({ amount: fault })
    const [today, until] = [clock.today(), day(asked.until, 'until')]
    const latest = addDays(today, overadvance_days_max)
    if (until < today) throw invalid({ until: validationText.min_date(formatDay(addDays(today, -1))) })
    if (until > latest) throw invalid({ until: validationText.max_date(formatDay(addDays(latest, 1))) })
    const currency_id = await currencyId(context, asked.currency)
    const key = { principal_id: viewer.business_id, agency_id: agency.id, currency_id }
    await endVersions(context, funding_overadvance, key, today)
    const id = newUuid(clock)
    await insertRow(tx, funding_overadvance, {
      ...key,
      id,
      provider_id: viewer.provider_id,
      amount: formatMoney(amount),
      reason: asked.reason,
      approved_by: viewer.user_id,
      effective_from: today,
      effective_to: until,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'business.funding_overadvance',
      entity_id: id,
      new_values: { ...asked, amount: formatMoney(amount), principal_id: viewer.business_id },
    })
    return { id }
  },
})

/** Nobody advances money to an agency of their own. */
async function refuseOwn({ tx, viewer }: VerbContext, agency_id: string): Promise<void> {
  const [own] = await tx.rows(
    `select 1 as one from business.business_contact
     where business_id = $1 and user_id = any ($2) and deleted_at is null limit 1`,
    [agency_id, samePeople(viewer)],
  )
  if (own) throw notAllowed('You belong to this agency, so somebody else approves its over-advance')
}

/** A batch is lifted by somebody other than its makers. `report.funding_availability` keeps to it, too. */
async function refuseMaker({ tx, viewer }: VerbContext, agency_id: string): Promise<void> {
  const [made] = await tx.rows<{ human_id: string }>(
    `select b.human_id from payment.payment_batch b
     where (b.made_by = any ($2) or b.released_by && $2) and b.principal_id = $3 and b.status in ('hold', 'under_review', 'reviewed')
       and exists (select from payment.payment_batch_item p where p.payment_batch_id = b.id and p.agency_id = $1)
     order by b.human_id desc limit 1`,
    [agency_id, samePeople(viewer), viewer.business_id],
  )
  if (made) throw notAllowed(`You made batch ${made.human_id}, so somebody else approves its over-advance`)
}
