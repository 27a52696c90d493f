/** The rows of a party: new ones, or new facts of one that was sent back. */
import type { FieldErrors } from '#kernel/errors.ts'
import { invalid, isStintError } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { business } from '../business.entity.ts'
import { insertBusiness, insertService, type NewBusiness, type NewService } from '../insert-party.server.ts'
import { draft_request } from './draft-request.entity.ts'

/** A party that was submitted before: its number stays. */
export type Earlier = {
  readonly id: string
  readonly human_id: string
  readonly company_id: string | null
  readonly individual_id: string | null
  readonly payment_company_id: string | null
}

export type Made = { readonly id: string; readonly human_id: string }

type Step = () => Promise<unknown>

/** Does all steps, so that one answer names the faults of all. @throws invalid */
export async function allOf<T extends readonly Step[]>(
  ...steps: T
): Promise<{ [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const found: Record<string, string> = {}
  const outcomes: unknown[] = []
  for (const step of steps)
    try {
      outcomes.push(await step())
    } catch (error) {
      if (!isStintError(error) || error.code !== 'invalid') throw error
      Object.assign(found, error.errors satisfies FieldErrors | undefined)
    }
  if (Object.keys(found).length > 0) throw invalid(found)
  // One outcome for each step.
  return outcomes as { [K in keyof T]: Awaited<ReturnType<T[K]>> }
}

/** The facts of an earlier submission end, so that their numbers are free again. */
export async function endFacts({ tx, clock }: VerbContext, earlier: Earlier | null): Promise<void> {
  if (earlier === null) return
  for (const [table, id] of [
    ['business.company', earlier.company_id],
    ['business.individual', earlier.individual_id],
  ] as const)
    if (id !== null)
      await tx.run(`update ${table} set deleted_at = $2, updated_at = $2 where id = $1`, [id, clock.now()])
}

export async function writeBusiness(
  context: VerbContext,
  earlier: Earlier | null,
  row: NewBusiness,
): Promise<Made> {
  if (earlier === null) return insertBusiness(context, row)
  await updateRow(context.tx, business, earlier.id, {
    name: row.name,
    base_currency_id: row.base_currency_id,
    company_id: row.company_id ?? null,
    individual_id: row.individual_id ?? null,
    payment_type: row.payment_type ?? null,
    payment_company_id: row.payment_company_id ?? null,
    funding_model: row.funding_model ?? null,
    funding_models: row.funding_models ?? null,
    // They were of the earlier facts.
    corrections: [],
    updated_at: context.clock.now(),
  })
  return { id: earlier.id, human_id: earlier.human_id }
}

/** The link of a party; of one that was sent back, the link with its new terms. @returns its id */
export async function writeService(
  context: VerbContext,
  earlier: Earlier | null,
  link: NewService,
): Promise<string> {
  if (earlier === null) return insertService(context, link)
  const { tx, clock } = context
  const of = [link.type, link.from_business_id, link.to_business_id, clock.now()]
  await tx.run(
    `update business.service set status = 'deleted', deleted_at = $4, updated_at = $4
     where type = $1 and from_business_id = $2 and to_business_id <> $3 and deleted_at is null`,
    of,
  )
  const kept = await tx.row<{ id: string }>(
    `update business.service set updated_at = $4, deleted_at = null, status = $5, currency_id = $6, temp_payment_terms = $7,
       perm_payment_terms = $8, reference = $9, self_billing_from = $10, self_billing_to = $11, conduct_regs_opt_out = $12
     where type = $1 and from_business_id = $2 and to_business_id = $3 returning id`,
    [
      ...of,
      link.is_draft ? 'draft' : 'active',
      link.currency_id ?? null,
      link.temp_payment_terms ?? null,
      link.perm_payment_terms ?? null,
      link.reference ?? null,
      link.self_billing_from ?? null,
      link.self_billing_to ?? null,
      link.conduct_regs_opt_out ?? false,
    ],
  )
  return kept?.id ?? insertService(context, link)
}

/** Papers that were never submitted. */
export async function removeDraftFiles(
  { tx, clock }: Pick<VerbContext, 'tx' | 'clock'>,
  draft_ids: readonly string[],
): Promise<void> {
  await tx.run(
    `update platform.attachment set deleted_at = $2, updated_at = $2
     where parent_entity = 'request.draft_request' and parent_id = any ($1) and deleted_at is null`,
    [draft_ids, clock.now()],
  )
}

/** A draft that no party was made of goes, with its typed values and files. */
export async function endDraft(
  context: Pick<VerbContext, 'tx' | 'clock'>,
  draft_id: string,
  change: { readonly status?: 'onboarded' } = {},
): Promise<void> {
  const { tx, clock } = context
  await updateRow(tx, draft_request, draft_id, {
    ...change,
    requested_data: {},
    deleted_at: clock.now(),
    updated_at: clock.now(),
  })
  await removeDraftFiles(context, [draft_id])
}

/** A party that was never in force goes, with its links. */
export async function removeParty(context: VerbContext, party: Earlier): Promise<void> {
  const { tx, clock } = context
  await endFacts(context, party)
  await updateRow(tx, business, party.id, { deleted_at: clock.now(), updated_at: clock.now() })
  await tx.run(
    `update business.service set status = 'deleted', deleted_at = $2, updated_at = $2
     where $1 in (from_business_id, to_business_id) and deleted_at is null`,
    [party.id, clock.now()],
  )
  const drafts = await tx.rows<{ id: string }>(
    `update request.draft_request set deleted_at = $2, requested_data = '{}', updated_at = $2
     where entity_id = $1 and deleted_at is null returning id`,
    [party.id, clock.now()],
  )
  await removeDraftFiles(
    context,
    drafts.map(({ id }) => id),
  )
  context.audit({ entity: 'business.business', entity_id: party.id, new_values: { deleted_at: clock.now() } })
}
