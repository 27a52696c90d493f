/** Adds an approved payee to a contractor, and shows the effect before. */
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { isStintError, precondition } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { contractor_payee } from '../../parties/payees/contractor-payee.entity.ts'
import type { PartyStanding } from '../party-changes/party-facts.server.ts'
import type { PartyChanges } from '../request/party-change.rules.ts'
import { linkCompany } from './link-company.server.ts'
import { loadPayee, type Payee } from './paid-placements.server.ts'
import { payeeEffects } from './payee.rules.ts'
import { isPaidSo, paid_so } from './payee-input.server.ts'
import type { Way } from './payment-change.rules.ts'

type Agency = { readonly id: string; readonly name: string }

type Asked = {
  readonly way: Way
  readonly payee: Payee
  readonly agency: Agency
  readonly from: Day
}

/** @throws precondition where payee or agency no longer fit the request */
async function readAsked(tx: Tx, standing: PartyStanding, asked: PartyChanges): Promise<Asked> {
  const of = (field: 'payee_agency' | 'payee_type' | 'payee_company') =>
    asked.changes.find((change) => change.field === field)?.new ?? null
  const way = of('payee_type') as Way // A choice of the verb.
  const from = present(asked.effective_from, 'the day of a further payee')
  const agency = await tx.row<Agency>(
    `select a.id, a.name from business.business a where a.human_id = $1 and a.type = 'agency' and exists (
       select from business.service s where s.type = 'contractor-agency' and s.from_business_id = $2
         and s.to_business_id = a.id and s.status in ('active', 'suspended') and s.deleted_at is null)`,
    [of('payee_agency'), standing.id],
  )
  if (agency === undefined)
    throw precondition(`Contractor ${standing.human_id} does not work with the agency any more`)
  const payee = await loadPayee(tx, standing, way, of('payee_company'))
  if (await isPaidSo(tx, { id: standing.id, agency_id: agency.id, payee_id: payee.id, from }))
    throw precondition(paid_so)
  return { way, payee, agency, from }
}

export async function applyPayee(
  context: VerbContext,
  standing: PartyStanding,
  asked: PartyChanges & { readonly human_id: string },
): Promise<void> {
  const { tx, clock } = context
  const { way, payee, agency, from } = await readAsked(tx, standing, asked)
  const request = present(
    await tx.row<{ id: string }>('select id from request.change_request where human_id = $1', [
      asked.human_id,
    ]),
    'the request that is applied',
  )
  const agreed = (field: 'self_billing_from' | 'self_billing_to') =>
    asked.changes.find((change) => change.field === field)?.new ?? null
  const id = newUuid(clock)
  const facts = {
    contractor_id: standing.id,
    agency_id: agency.id,
    payment_type: way,
    payment_company_id: payee.id,
    effective_from: from,
  }
  await insertRow(tx, contractor_payee, {
    ...facts,
    id,
    provider_id: standing.provider_id,
    effective_to: null,
    self_billing_from: agreed('self_billing_from'),
    self_billing_to: agreed('self_billing_to'),
    change_request_id: request.id,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  context.audit({ entity: 'business.contractor_payee', entity_id: id, new_values: facts })
  if (way !== 'paye') await linkCompany(context, standing, payee.id, agency.id)
}

/** A refusal is shown in place of the effects. */
export async function effectsOfPayee(
  { tx }: VerbContext,
  standing: PartyStanding,
  asked: PartyChanges,
): Promise<readonly string[]> {
  try {
    const { payee, agency, from } = await readAsked(tx, standing, asked)
    return payeeEffects(payee.name, agency.name, from)
  } catch (refusal) {
    if (!isStintError(refusal)) throw refusal
    return [refusal.message]
  }
}
