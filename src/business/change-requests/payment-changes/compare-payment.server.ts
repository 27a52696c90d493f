import { labelIn } from '#entity/choices.ts'
import { present } from '#kernel/assert.ts'
import { isStintError } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { payment_types } from '../../parties/business.entity.ts'
import { readBirth } from '../../rates/read-birth.server.ts'
import type { PartyStanding } from '../party-changes/party-facts.server.ts'
import type { Compared, ComparedRow } from '../request/change-request.rules.ts'
import { isFurtherPayee, type PartyChanges, party_fact_labels } from '../request/party-change.rules.ts'
import { effectsOfPayee } from './apply-payee.server.ts'
import { loadPaidPlacements, loadPayee } from './paid-placements.server.ts'
import { generalEffects, placementEffect, placementFaults } from './payment-change.rules.ts'
import { wayOf } from './payment-change-input.server.ts'

/** The companies by name, and the effect of the approvals on each placement. */
export async function comparePayment(
  context: VerbContext,
  standing: PartyStanding,
  asked: PartyChanges,
  { is_pending, ...compared }: Compared & { readonly is_pending: boolean },
): Promise<Compared> {
  const { tx } = context
  const names = new Map(
    (
      await tx.rows<{ human_id: string; name: string }>(
        'select human_id, name from business.business where human_id = any ($1)',
        [asked.changes.flatMap((change) => [change.old, change.new].filter((one) => one !== null))],
      )
    ).map(({ human_id, name }) => [human_id, `${name} (${human_id})`]),
  )
  const said = (row: ComparedRow, value: string | null | undefined) =>
    value === null || value === undefined
      ? null
      : row.label === party_fact_labels.payment_type || row.label === party_fact_labels.payee_type
        ? labelIn(payment_types, value)
        : (names.get(value) ?? value)
  return {
    ...compared,
    rows: [
      ...compared.rows.map((row) => ({
        ...row,
        old: said(row, row.old),
        new: said(row, row.new),
        ...(row.now === undefined ? {} : { now: said(row, row.now) }),
      })),
      { label: 'First day', kind: 'day', old: null, new: asked.effective_from },
    ],
    effects: !is_pending
      ? []
      : isFurtherPayee(asked.changes)
        ? await effectsOfPayee(context, standing, asked)
        : await effectsOf(context, standing, asked),
  }
}

/** A refusal is shown in place of the effects. */
async function effectsOf(
  { tx, viewer }: VerbContext,
  standing: PartyStanding,
  asked: PartyChanges,
): Promise<readonly string[]> {
  const from = present(asked.effective_from, 'the day of a change of payment')
  const { way, company } = wayOf(standing, asked.changes)
  try {
    const payee = await loadPayee(tx, standing, way, company)
    const paid = { contractor_id: standing.id, payee_id: payee.id, from }
    const placements = await loadPaidPlacements(tx, paid)
    const born = await readBirth(tx, standing.id, viewer)
    const faults = Object.values(placementFaults({ way, from, born }, placements))
    return faults.length > 0
      ? faults
      : [
          ...placements.map((one) => placementEffect(one, from, payee.name)),
          ...generalEffects(placements, from),
        ]
  } catch (refusal) {
    if (!isStintError(refusal)) throw refusal
    return [refusal.message]
  }
}
