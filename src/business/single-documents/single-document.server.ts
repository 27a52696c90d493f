/** Enters, corrects, raises, cancels and deletes a single document; its three kinds differ only in their parties. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import type { ContractStatus } from '../placements/contract.entity.ts'
import { contract } from '../placements/contract.entity.ts'
import { adhoc_fee, purchase_ledger, sales_invoice } from '../placements/contract-kinds.entity.ts'
import { recordContractSteps } from '../placements/record-contract-step.server.ts'
import type { SingleContract } from '../raising/issue-single.server.ts'
import { issueSingle } from '../raising/issue-single.server.ts'
import { reasonInput } from '../shared/chosen-input.server.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import type { SingleKind } from '../shared/invoice-types.rules.ts'
import { can } from './single-document.rules.ts'
import { type TypedSingle, valuesOf } from './single-values.server.ts'

const prefixes = { sales_invoice: 'SLI', purchase_ledger: 'PRL', adhoc_fee: 'ADH' } as const

/** Enters the document as a draft. @throws invalid under the form's fields */
export async function insertSingle(
  context: VerbContext,
  single: TypedSingle,
): Promise<{ id: string; human_id: string; status: 'draft' }> {
  const { tx, viewer, clock } = context
  const { kind, agency } = single
  const values = await valuesOf(context, single)
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, prefixes[kind])
  const row = {
    id,
    provider_id: viewer.provider_id,
    agency_id: agency.id,
    client_id: values.client_id,
    contractor_id: null,
    funder_id: values.funder_id,
  }
  const document = {
    ...values,
    ...row,
    human_id,
    status: 'draft' as const,
    // Nobody finances it: the agency's account with the provider takes it (decision 0020).
    funding_type: 'paid_when_paid' as const,
    funding_model: 'agency_billed' as const,
    base_currency_id: agency.base_currency_id,
    start_date: null,
    end_date: null,
    consultant_contact_id: null,
    change_request_id: null,
    refinement_id: null,
    created_by: viewer.user_id,
    created_at: clock.now(),
  }
  if (kind === 'purchase_ledger')
    await insertRow(tx, purchase_ledger, { ...document, payment_company_id: single.supplier_id })
  else await insertRow(tx, kind === 'sales_invoice' ? sales_invoice : adhoc_fee, document)
  await recordContractSteps(context, 'create', [
    { row, old_status: null, new_status: 'draft', message: 'Entered', new_values: { human_id, type: kind } },
  ])
  return { id, human_id, status: 'draft' }
}

/** The agency of a document that the viewer may correct, and its lock. */
export async function draftOf(
  context: VerbContext,
  kind: SingleKind,
  id: string,
): Promise<{ readonly row: Row; readonly agency: TypedSingle['agency'] }> {
  const row = await lockSingle(context, kind, id)
  requireCan(can.update(row, context.viewer))
  return { row, agency: { id: row.agency_id, base_currency_id: row.base_currency_id } }
}

/** Replaces the typed values of a draft. @throws invalid under the form's fields */
export async function updateSingle(
  context: VerbContext,
  row: Row,
  single: TypedSingle,
): Promise<{ id: string; status: 'draft' }> {
  const values = await valuesOf(context, single)
  if (single.kind === 'purchase_ledger')
    await updateRow(context.tx, purchase_ledger, row.id, {
      ...values,
      payment_company_id: single.supplier_id,
    })
  else
    await updateRow(context.tx, single.kind === 'sales_invoice' ? sales_invoice : adhoc_fee, row.id, values)
  const { updated_at: _, description: __, ...changed } = values
  await recordContractSteps(context, 'update', [
    { row, old_status: 'draft', new_status: 'draft', message: 'Changed', new_values: changed },
  ])
  return { id: row.id, status: 'draft' }
}

/** Deletes a draft that was entered by mistake. The number is not used again. */
export async function deleteSingle(
  context: VerbContext,
  kind: SingleKind,
  id: string,
): Promise<{ id: string; status: 'deleted' }> {
  const row = await lockSingle(context, kind, id)
  requireCan(can.delete(row, context.viewer))
  const now = context.clock.now()
  await updateRow(context.tx, contract, id, { deleted_at: now, updated_at: now })
  await recordContractSteps(context, 'delete', [
    { row, old_status: 'draft', new_status: 'draft', message: 'Deleted', new_values: { deleted_at: now } },
  ])
  return { id, status: 'deleted' }
}

export const actInput = z.strictObject({ id: z.uuid() })
export const deletedAnswer = z.strictObject({ id: z.uuid(), status: z.literal('deleted') })
export const updatedAnswer = z.strictObject({ id: z.uuid(), status: z.literal('draft') })
export const cancelInput = z.strictObject({ id: z.uuid(), comment: reasonInput })
export const raisedAnswer = z.strictObject({
  id: z.uuid(),
  status: z.literal('active'),
  invoice_id: z.uuid(),
  invoice_human_id: z.string(),
})

export type Row = SingleContract & {
  human_id: string
  status: ContractStatus
  base_currency_id: string
}

async function lockSingle({ tx, viewer }: VerbContext, kind: SingleKind, id: string): Promise<Row> {
  await loadVisible<{ id: string }>(tx, viewer, `contract.${kind}`, [id], { lock: true, columns: 't.id' })
  const row = await tx.row<Row>(
    `select c.id, c.human_id, c.status, c.type, c.provider_id, c.agency_id, c.client_id, c.contractor_id, c.funder_id,
       c.base_currency_id, c.payment_company_id, y.alpha_code as currency, c.currency_id, c.amount, c.tax_type, c.title, c.description,
       coalesce(c.payment_terms, 0) as payment_terms
     from contract.contract c join platform.currency y on y.id = c.currency_id where c.id = $1`,
    [id],
  )
  return present(row, 'the document')
}

/** Issues the document: numbered, posted, dated today. */
export async function raiseSingleDocument(
  context: VerbContext,
  kind: SingleKind,
  id: string,
): Promise<{ id: string; status: 'active'; invoice_id: string; invoice_human_id: string }> {
  const row = await lockSingle(context, kind, id)
  requireCan(can.raise(row, context.viewer))
  const issued = await issueSingle(context, row)
  await updateRow(context.tx, contract, id, { status: 'active', updated_at: context.clock.now() })
  await recordContractSteps(context, 'raise', [
    {
      row,
      old_status: row.status,
      new_status: 'active',
      message: `Raised as ${issued.human_id}`,
      new_values: { invoice_set_id: issued.invoice_set_id },
    },
  ])
  return { id, status: 'active', invoice_id: issued.invoice_id, invoice_human_id: issued.human_id }
}

/** Cancels a draft, with a reason. Issued documents are corrected by a credit note. */
export async function cancelSingleDocument(
  context: VerbContext,
  kind: SingleKind,
  { id, comment }: z.infer<typeof cancelInput>,
): Promise<{ id: string; status: 'cancelled' }> {
  const row = await lockSingle(context, kind, id)
  requireCan(can.cancel(row, context.viewer))
  await updateRow(context.tx, contract, id, { status: 'cancelled', updated_at: context.clock.now() })
  await recordContractSteps(context, 'cancel', [
    { row, old_status: row.status, new_status: 'cancelled', message: 'Cancelled', comment },
  ])
  return { id, status: 'cancelled' }
}
