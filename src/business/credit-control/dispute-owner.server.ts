/** The owner of a dispute: eligible people, and their mail. */
import { invalid } from '#kernel/errors.ts'
import { type CurrencyCode, displayMoney, parseMoney } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { dispute, dispute_step } from './dispute.entity.ts'
import { type Candidate, mayOwn, ownerBusinesses } from './dispute.rules.ts'

export const dispute_mail_topic = 'dispute_mail'

/** An open client-facing document with its dispute. */
export type Disputed = {
  readonly id: string
  readonly human_id: string
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string
  readonly funder_id: string | null
  readonly outstanding_balance: string
  readonly currency: CurrencyCode
  readonly client_name: string
  readonly dispute_id: string
  readonly reason: string
}

export type Owner = Candidate & { readonly id: string; readonly email: string }

/** @throws invalid, under `owner_id`, unless the person may settle this agency's disputes for the viewer's side */
export async function findOwner(
  { tx, viewer }: VerbContext,
  owner_id: string,
  agency_id: string,
): Promise<Owner> {
  const person = await tx.row<Owner>(
    `select c.id, coalesce(c.name, c.email) as name, lower(c.email) as email, c.business_id, b.type as business_type, c.roles,
       c.is_active, c.user_id is not null as signs_in
     from business.business_contact c join business.business b on b.id = c.business_id
     where c.id = $1 and c.deleted_at is null and c.business_id = any ($2)`,
    [owner_id, ownerBusinesses(viewer, agency_id)],
  )
  if (!person) throw invalid({ owner_id: 'Choose somebody of your own business' })
  const may = mayOwn(person)
  if (may !== true) throw invalid({ owner_id: may.message })
  return person
}

type Step = {
  readonly action: 'raised' | 'assigned' | 'settled'
  readonly owner_name?: string
  readonly comment: string | null
}

/** Notes a step of the dispute. @returns its id */
export async function noteStep(
  { tx, viewer, clock }: VerbContext,
  row: Pick<Disputed, 'dispute_id' | 'provider_id' | 'agency_id' | 'client_id' | 'funder_id'>,
  step: Step,
): Promise<string> {
  const id = newUuid(clock)
  await insertRow(tx, dispute_step, {
    id,
    dispute_id: row.dispute_id,
    action: step.action,
    owner_name: step.owner_name ?? null,
    comment: step.comment,
    user_name: viewer.user_name,
    on_date: clock.today(),
    provider_id: row.provider_id,
    agency_id: row.agency_id,
    client_id: row.client_id,
    funder_id: row.funder_id,
    created_at: clock.now(),
  })
  return id
}

/** Makes the person the dispute's owner, records the step, and mails them unless they took it themselves. */
export async function giveDispute(
  context: VerbContext,
  row: Disputed,
  owner: Owner,
  comment: string | null,
): Promise<void> {
  const { tx, viewer, clock } = context
  await updateRow(tx, dispute, row.dispute_id, {
    owner_id: owner.id,
    owner_name: owner.name,
    owner_business_id: owner.business_id,
    updated_at: clock.now(),
  })
  const step_id = await noteStep(context, row, { action: 'assigned', owner_name: owner.name, comment })
  if (owner.id === viewer.business_contact_id) return
  context.enqueue(dispute_mail_topic, `dispute-owner:${step_id}`, {
    to: owner.email,
    ...ownerMail(row, owner.name, viewer.user_name, comment),
    invoice_id: row.id,
    provider_id: row.provider_id,
    agency_id: row.agency_id,
  })
}

function ownerMail(row: Disputed, owner: string, by: string, comment: string | null) {
  const owed = displayMoney(parseMoney(row.outstanding_balance, row.currency))
  return {
    subject: `Please settle the dispute of ${row.human_id}`,
    body_text: [
      `Hello ${owner},`,
      '',
      `${by} made you the owner of the dispute of ${row.human_id}, ${owed} outstanding. ${row.client_name} says:`,
      '',
      row.reason,
      ...(comment === null ? [] : ['', `${by} adds: ${comment}`]),
      '',
      'Until you settle it, no planned reminders are sent for the invoice, and the agency earnings of it are not paid.',
    ].join('\n'),
  }
}
