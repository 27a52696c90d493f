/** The further payee that a contractor chose for the work with their new agency, asked for in their name. */
import type { Viewer } from '#entity/access.ts'
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import type { OfferedPayee } from '../../parties/self-service/known-contractor.rules.ts'
import { agreementEnd } from '../../parties/self-service/party-link.rules.ts'
import { askPayee } from '../payment-changes/add-payee.server.ts'
import type { PayeeInput } from '../payment-changes/payee-input.server.ts'
import type { Request } from './load-known.server.ts'

/** Agency and provider agree as to every further payee. @throws precondition for one that cannot be paid any more */
export async function askChosenPayee(
  context: VerbContext,
  { contractor_id, asked_by, self_billing_from }: Request,
  contractor_name: string,
  payee: OfferedPayee | undefined,
): Promise<void> {
  const { tx, viewer, clock } = context
  if (!payee) throw precondition('The payee that they chose cannot be paid any more: decline the request')
  const user = await tx.row<{ name: string }>('select name from platform."user" where id = $1', [asked_by])
  const worker: Viewer = {
    ...viewer,
    user_name: user?.name ?? contractor_name,
    category: 'contractor',
    roles: ['contractor'],
    user_id: asked_by,
    same_person_ids: [],
    business_id: contractor_id,
    business_name: contractor_name,
    business_type: 'contractor',
    features: [],
  }
  await askPayee(
    { ...context, viewer: worker },
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
