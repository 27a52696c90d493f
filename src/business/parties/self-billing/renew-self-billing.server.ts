import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { day } from '#kernel/day.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { addPaper, paper_shape } from '../papers/upload-paper.server.ts'
import { loadAgreements } from './load-agreements.server.ts'
import { mayRenew, nextAgreement, renewalFaults, renewers } from './self-billing.rules.ts'

/** Adds the document of the next agreement. Another person verifies it, and only then self-bills follow it. */
export const renewSelfBilling = verb({
  action_id: 'business.service.renew_self_billing',
  since: '0.1.0',
  summary: 'Renews the self-billing agreement of a contractor’s payee, which another person verifies',
  machine: 'allowed',
  impersonator: 'allowed',
  who: renewers,
  input: z.strictObject({
    /** The link of contractor and agency. */
    id: z.uuid(),
    /** A further payee of the contractor; absent: the payee by default. */
    payee_id: z.uuid().optional(),
    /** Absent: the day after the agreement in force, else today. */
    valid_from: paper_shape.valid_from,
    /** Absent: twelve months. */
    valid_to: paper_shape.valid_to,
    reference: paper_shape.reference,
  }),
  /** `id` is the document that its file belongs to. */
  output: z.strictObject({ id: z.uuid(), valid_from: z.string(), valid_to: z.string() }),
  run: async (context, { id, payee_id, reference, ...asked }) => {
    const { tx, viewer, clock } = context
    const today = clock.today()
    const [link] = await loadVisible<{ id: string; type: string }>(tx, viewer, 'business.service', [id], {
      columns: 't.id, t.type',
    })
    if (link?.type !== 'contractor-agency') throw notFound('Service')
    const agreementNow = async () => {
      const found = await loadAgreements(tx, today, 's.id = $2', [link.id])
      const one = found.find((other) => other.payee_id === (payee_id ?? null))
      if (!one) throw notFound('Payee')
      return one
    }
    // Other workers of the payee have the same agreement, so the lock is of payee and agency.
    const { company_id, agency_id } = await agreementNow()
    await lockKey(tx, 'self_billing', company_id, agency_id)
    const agreement = await agreementNow()
    requireCan(mayRenew(agreement))
    const usual = nextAgreement(agreement, today)
    const from = asked.valid_from === undefined ? usual.from : day(asked.valid_from)
    const to =
      asked.valid_to === undefined
        ? nextAgreement({ self_billing_from: null, self_billing_to: null }, from).to
        : day(asked.valid_to)
    const errors = renewalFaults(agreement, { from, to }, today)
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const paper = await addPaper(
      context,
      {
        type: 'self_billing_agreement',
        business_id: agreement.company_id,
        valid_from: from,
        valid_to: to,
        ...(reference === undefined ? {} : { reference }),
      },
      { agency_id: agreement.agency_id },
    )
    context.audit({
      entity: 'business.service',
      entity_id: link.id,
      new_values: { self_billing_asked_from: from, self_billing_asked_to: to, document_id: paper.id },
    })
    return { id: paper.id, valid_from: from, valid_to: to }
  },
})
