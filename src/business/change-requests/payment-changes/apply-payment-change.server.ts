/** Pays a contractor otherwise from a day on: each live placement goes on as a copy, and earlier work stays as it is. */
import { present } from '#kernel/assert.ts'
import { addDays, type Day, maxDay } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { askKeyInformation } from '../../document-templates/key-information/ask-key-information.server.ts'
import { business } from '../../parties/business.entity.ts'
import { service } from '../../parties/service.entity.ts'
import { readChecks } from '../../placements/checks/placement-checks.server.ts'
import { contract } from '../../placements/contract.entity.ts'
import { copyPlacement } from '../../placements/copy-placement.server.ts'
import { recordContractSteps } from '../../placements/record-contract-step.server.ts'
import { readBirth } from '../../rates/read-birth.server.ts'
import { generateTimesheets } from '../../timesheets/generate-timesheets.server.ts'
import type { PartyStanding } from '../party-changes/party-facts.server.ts'
import { applyChanges } from '../placement-changes/apply-changes.server.ts'
import { loadStanding } from '../placement-changes/standing-placement.server.ts'
import type { PartyChanges } from '../request/party-change.rules.ts'
import { keepFormerPayment } from './keep-former-payment.server.ts'
import { linkCompany } from './link-company.server.ts'
import { loadPaidPlacements, loadPayee, type Payee } from './paid-placements.server.ts'
import { firstDay, isReplaced, type PaidPlacement, placementFaults } from './payment-change.rules.ts'
import { wayOf } from './payment-change-input.server.ts'

type Request = {
  readonly id: string
  readonly human_id: string
  readonly requested_by: string
  readonly requested_as: string | null
}

/** @throws precondition where work, a placement or the payee no longer fits the change */
export async function applyPaymentChange(
  context: VerbContext,
  standing: PartyStanding,
  asked: PartyChanges & { readonly human_id: string },
): Promise<void> {
  const { tx, clock } = context
  const from = present(asked.effective_from, 'the day of a change of payment')
  const { way, company } = wayOf(standing, asked.changes)
  const payee = await loadPayee(tx, standing, way, company)
  const paid = { contractor_id: standing.id, payee_id: payee.id, from }
  const placements = await loadPaidPlacements(tx, paid, { lock: true })
  const born = await readBirth(tx, standing.id, context.viewer)
  for (const fault of Object.values(placementFaults({ way, from, born }, placements)))
    throw precondition(fault)
  const request = present(
    await tx.row<Request>(
      'select id, human_id, requested_by, requested_as from request.change_request where human_id = $1',
      [asked.human_id],
    ),
    'the request that is applied',
  )
  await keepFormerPayment(context, standing.id, from)
  await moveAgreements(context, standing, payee, asked)
  await endOptOuts(context, standing.id, from)
  await updateRow(tx, business, standing.id, {
    payment_type: way,
    payment_company_id: way === 'paye' ? null : payee.id,
    updated_at: clock.now(),
  })
  await endFurther(context, standing.id, payee, from)
  if (way !== 'paye') await linkCompany(context, standing, payee.id)
  for (const one of placements) await goOn(context, { one, from, payee, request })
}

/** Placements so far keep the agreement of their company; the links with the agencies get that of the new one. */
async function moveAgreements(
  { tx, clock }: VerbContext,
  { id }: PartyStanding,
  payee: Payee,
  { changes }: PartyChanges,
): Promise<void> {
  const asked = (field: 'self_billing_from' | 'self_billing_to') =>
    changes.find((change) => change.field === field)?.new ?? null
  await tx.run(
    `update contract.contract c set keeps_self_billing = true, self_billing_from = s.self_billing_from,
       self_billing_to = s.self_billing_to, updated_at = $3
     from business.service s
     where s.type = 'contractor-agency' and s.from_business_id = c.contractor_id and s.to_business_id = c.agency_id
       and s.deleted_at is null and c.contractor_id = $1 and c.payment_company_id <> $2 and not c.keeps_self_billing`,
    [id, payee.id, clock.now()],
  )
  const links = await tx.rows<{ id: string }>(
    `select id from business.service where type = 'contractor-agency' and from_business_id = $1 and deleted_at is null
     order by id for update`,
    [id],
  )
  for (const link of links)
    await updateRow(tx, service, link.id, {
      self_billing_from: asked('self_billing_from'),
      self_billing_to: asked('self_billing_to'),
      // The company before signed it.
      conduct_regs_opt_out: false,
      updated_at: clock.now(),
    })
}

/** An opt-out notice covers the company that signed it: placements through the new company need a new notice. */
async function endOptOuts(
  { tx, clock, audit }: VerbContext,
  contractor_id: string,
  from: Day,
): Promise<void> {
  const ended = await tx.rows<{ id: string; valid_to: Day }>(
    `update platform.document set valid_to = greatest(valid_from, $2::date), comment = 'Paid otherwise since', updated_at = $3
     where type = 'conduct_opt_out' and business_id = $1 and valid_to is null and status in ('inprogress', 'completed')
       and deleted_at is null returning id, valid_to`,
    [contractor_id, addDays(from, -1), clock.now()],
  )
  for (const { id, valid_to } of ended)
    audit({ entity: 'platform.document', entity_id: id, new_values: { valid_to } })
}

/** A further payee that becomes the contractor's own ends as a further one; its placements go on. */
async function endFurther({ tx, clock }: VerbContext, contractor_id: string, payee: Payee, from: Day) {
  await tx.run(
    `update business.contractor_payee set updated_at = $4::timestamptz,
       deleted_at = case when effective_from >= $3::date then $4::timestamptz end,
       effective_to = case when effective_from < $3::date then $3::date - 1 else effective_to end
     where contractor_id = $1 and payment_company_id = $2 and (effective_to is null or effective_to >= $3::date)
       and deleted_at is null`,
    [contractor_id, payee.id, from, clock.now()],
  )
}

type Going = {
  readonly one: PaidPlacement
  readonly from: Day
  readonly payee: Payee
  readonly request: Request
}

/** Puts the copy in force without asking client and agency: the terms that they approved stay. */
async function goOn(context: VerbContext, { one, from, payee, request }: Going): Promise<void> {
  const { tx, clock } = context
  const standing = present(await loadStanding(tx, one.id), 'the placement that goes on')
  const copy = await copyPlacement(context, {
    of: one.id,
    from: firstDay(one, from),
    payment_company_id: payee.id,
    conduct_regs_opt_out: false,
    change_request_id: request.id,
    asked_by: request.requested_by,
    asked_as: request.requested_as,
  })
  if (isReplaced(one, from)) await replace(context, one, copy.human_id, standing.placement)
  else
    await applyChanges(context, standing, {
      human_id: request.human_id,
      effective_from: null,
      changes: [{ field: 'end_date', old: one.end_date, new: addDays(from, -1) }],
    })
  const open_checks = await readChecks(context, copy.id)
  const status = open_checks.length === 0 ? statusOn(context, one) : 'awaiting_raise_approval'
  await updateRow(tx, contract, copy.id, {
    status,
    open_checks: open_checks.length === 0 ? null : open_checks,
    updated_at: clock.now(),
  })
  askKeyInformation(context, { contract_id: copy.id, chosen_by: one.id, from: firstDay(one, from) })
  const { provider_id, agency_id, client_id, contractor_id, funder_id } = standing.placement
  await recordContractSteps(context, 'change', [
    {
      row: { ...copy, provider_id, agency_id, client_id, contractor_id, funder_id },
      old_status: null,
      new_status: status,
      message: `Continues ${one.human_id} by ${request.human_id}, paid to ${payee.name}`,
      new_values: { human_id: copy.human_id, payment_company_id: payee.id },
    },
  ])
  for (const { id: entity_id, human_id } of await generateTimesheets(context, { contract_id: copy.id }))
    context.audit({ entity: 'transaction.timesheet', entity_id, new_values: { human_id, status: 'draft' } })
}

/** A placement that is over is copied as expired: work on it can still be entered. */
const statusOn = ({ clock }: VerbContext, { end_date }: PaidPlacement) =>
  end_date !== null && maxDay(end_date, clock.today()) !== end_date
    ? ('expired' as const)
    : ('active' as const)

/** Cancels a placement that has not begun, with its empty timesheets: it cannot end before its first day. */
async function replace(
  context: VerbContext,
  one: PaidPlacement,
  by: string,
  row: Parameters<typeof recordContractSteps>[2][number]['row'],
): Promise<void> {
  const { tx, clock } = context
  await tx.run(
    `update transaction.timesheet set deleted_at = $2, updated_at = $2
     where contract_id = $1 and status = 'draft' and total_units = 0 and deleted_at is null`,
    [one.id, clock.now()],
  )
  await updateRow(tx, contract, one.id, { status: 'cancelled', updated_at: clock.now() })
  await recordContractSteps(context, 'change', [
    { row, old_status: 'active', new_status: 'cancelled', message: `Replaced by ${by} before its first day` },
  ])
}
