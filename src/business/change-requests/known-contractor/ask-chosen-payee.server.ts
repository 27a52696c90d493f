/** The further payee that a contractor chose for the work with their new agency, asked for in their name. */
import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { readViewerOfBusiness } from '#server/viewer-read.server.ts'
import type { OfferedPayee } from '../../parties/self-service/known-contractor.rules.ts'
import { agreementEnd } from '../../parties/self-service/party-link.rules.ts'
import { askPayee } from '../payment-changes/add-payee.server.ts'
import type { PayeeInput } from '../payment-changes/payee-input.server.ts'
import type { Request } from './load-known.server.ts'

/** Agency and provider agree as to every further payee. @throws precondition for one that cannot be paid any more */
export async function askChosenPayee(
  context: VerbContext,
  { contractor_id, asked_by, self_billing_from }: Request,
  payee: OfferedPayee | undefined,
): Promise<void> {
  const { tx, viewer, clock } = context
  if (!payee) throw precondition('The payee that they chose cannot be paid any more: decline the request')
  const worker = present(await readViewerOfBusiness(tx, contractor_id, ['contractor']), 'the contractor')
  await askPayee(
    { ...context, viewer: { ...worker, user_id: asked_by } },
    {
      contractor_id,
      agency_id: viewer.business_id,
      payment_type: payee.payment_type as PayeeInput['payment_type'], // A payment type of the table.
      ...(payee.id === contractor_id ? {} : { payment_company_id: payee.id }),
      effective_from: clock.today(),
      ...(self_billing_from === null
        ? {}
        : { self_billing_from, self_billing_to: agreementEnd(self_billing_from) }),
      comment: 'Chosen in the request to work with the agency',
    },
  )
}
