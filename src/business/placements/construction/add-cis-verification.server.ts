import { z } from 'zod'
import { formatDay } from '#kernel/day.ts'
import { type FieldErrors, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { dayInput, mandatory } from '../../parties/party-input.server.ts'
import { actingAgency, visibleBusiness } from '../../parties/visible-business.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { agency_side } from '../../shared/who-may.rules.ts'
import { recheckPlacements } from '../checks/recheck-placements.server.ts'
import { countsFrom, verification_form, verificationNumber } from '../construction.rules.ts'
import { cis_verification } from './cis-verification.entity.ts'

const input = z.strictObject({
  /** The payment company. */
  business_id: z.uuid(),
  /** The agency that verified; of an agency's people their own. */
  agency_id: z.uuid().optional(),
  verification_number: mandatory,
  verified_on: dayInput,
  result: z.enum(['gross_payment', 'deduct_20', 'deduct_30'], { error: validationText.required }),
})

/** Each stays: a later answer of HMRC takes a gross payment status away again. */
export const addCisVerification = verb({
  action_id: 'business.cis_verification.add',
  since: '0.1.0',
  summary: 'Records the verification of a payee under the Construction Industry Scheme',
  machine: 'refused',
  impersonator: 'refused',
  who: agency_side,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, asked) => {
    const { tx, viewer, clock } = context
    const payee = await visibleBusiness(context, asked.business_id, 'limited', 'umbrella', 'selfemployed')
    const agency = await actingAgency(context, asked.agency_id)
    const verification_number = verificationNumber(asked.verification_number)
    const errors: FieldErrors = {
      ...(verification_form.test(verification_number) ? {} : { verification_number: validationText.matches }),
      ...dayErrors(context, asked.verified_on),
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const id = newUuid(clock)
    const round = await nextRound(context, payee.id, agency.id)
    const facts = {
      business_id: payee.id,
      agency_id: agency.id,
      round,
      verification_number,
      verified_on: asked.verified_on,
      result: asked.result,
    }
    await insertRow(tx, cis_verification, {
      ...facts,
      id,
      created_by: viewer.user_id,
      provider_id: viewer.provider_id,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    context.audit({ entity: 'business.cis_verification', entity_id: id, new_values: facts })
    await followVerification(context, facts)
    return { id }
  },
})

function dayErrors({ clock }: VerbContext, verified_on: string): FieldErrors {
  const [first, today] = [countsFrom(clock.today()), clock.today()]
  if (verified_on > today) return { verified_on: validationText.max_date(formatDay(today)) }
  return verified_on < first ? { verified_on: validationText.min_date(formatDay(first)) } : {}
}

async function nextRound({ tx }: VerbContext, business_id: string, agency_id: string): Promise<number> {
  await lockKey(tx, 'cis_verification', business_id, agency_id)
  const last = await tx.row<{ round: number | null }>(
    'select max(round) as round from business.cis_verification where business_id = $1 and agency_id = $2',
    [business_id, agency_id],
  )
  return (last?.round ?? 0) + 1
}

/** Checks the payee's agreed placements again. */
async function followVerification(
  context: VerbContext,
  { business_id, agency_id }: { readonly business_id: string; readonly agency_id: string },
): Promise<void> {
  const waiting = await context.tx.rows<{ id: string }>(
    `select id from contract.contract where payment_company_id = $1 and agency_id = $2 and type = 'temp_placement'
       and is_construction and deleted_at is null and status in ('awaiting_raise_approval', 'pending_raise_approval')
     order by id`,
    [business_id, agency_id],
  )
  for (const { id } of waiting) {
    const entries = await recheckPlacements(context, context.viewer.user_id, id)
    for (const entry of [...entries.values()].flat()) context.audit(entry)
  }
}
