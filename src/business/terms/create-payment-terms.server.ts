import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { dayInput, termsInput } from '../parties/party-input.server.ts'
import { actingAgency } from '../parties/visible-business.server.ts'
import { requireInvoiceContact } from './invoice-contact.server.ts'
import { payment_terms as terms_entity } from './payment-terms.entity.ts'
import { payment_terms_roles } from './payment-terms.rules.ts'

const input = z.strictObject({
  agency_id: z.uuid().optional(),
  client_id: z.uuid(),
  placement_type: z.enum(['temp_placement', 'perm_placement']),
  payment_terms: termsInput,
  effective_from: dayInput,
})
const madeAnswer = z.strictObject({ id: z.uuid(), status: z.literal('inprogress') })

/** New terms for a client from a day on, for the client to agree to. Documents of earlier days keep theirs. */
export const createPaymentTerms = verb({
  action_id: 'config.payment_terms.create',
  since: '0.1.0',
  summary: 'Creates payment terms of a client from a day on',
  machine: 'allowed',
  impersonator: 'allowed',
  who: payment_terms_roles.create,
  input,
  output: madeAnswer,
  run: async (context, p) => {
    const { tx, clock, viewer } = context
    const agency = await actingAgency(context, p.agency_id)
    const service = await tx.row<{ id: string; terms: number | null }>(
      `select s.id, case $3 when 'temp_placement' then s.temp_payment_terms else s.perm_payment_terms end as terms
       from business.service s where s.type = 'client-agency' and s.from_business_id = $1 and s.to_business_id = $2
         and s.status = 'active' and s.deleted_at is null for update of s`,
      [p.client_id, agency.id, p.placement_type],
    )
    if (!service) throw invalid({ client_id: 'Client not found' })
    // Asked once the service is locked: the first of two has written by now.
    const pending = await tx.row(
      `select id from config.configuration where transaction_id = $1 and type = 'payment_terms' and sub_type = $2
         and status = 'inprogress' and deleted_at is null`,
      [service.id, p.placement_type],
    )
    if (pending) throw invalid({ client_id: 'The client is asked about other terms already' })
    if (service.terms === p.payment_terms) throw invalid({ payment_terms: 'These are the terms already' })
    if (p.effective_from < clock.today())
      throw invalid({ effective_from: 'Documents of earlier days keep their terms: choose today or later' })
    await requireInvoiceContact(tx, p.client_id, 'terms')
    const id = newUuid(clock)
    await insertRow(tx, terms_entity, {
      id,
      business_id: p.client_id,
      agency_id: agency.id,
      transaction_id: service.id,
      transaction_type: 'business.service',
      sub_type: p.placement_type,
      payment_terms: p.payment_terms,
      status: 'inprogress',
      status_comment: null,
      effective_from: p.effective_from,
      document_id: null,
      effective_to: null,
      asked_by: viewer.user_id,
      asked_as: viewer.impersonator_user_id,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'config.payment_terms',
      entity_id: id,
      new_values: { status: 'inprogress', payment_terms: p.payment_terms, effective_from: p.effective_from },
    })
    return { id, status: 'inprogress' as const }
  },
})
