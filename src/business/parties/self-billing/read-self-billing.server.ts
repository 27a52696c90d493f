import { z } from 'zod'
import { category_roles } from '#entity/roles.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { visibleBusiness } from '../visible-business.server.ts'
import { loadAgreements } from './load-agreements.server.ts'
import { mayRenew, nextAgreement, renewers, vatWords } from './self-billing.rules.ts'

const { agency, contractor, provider } = category_roles

const agreement = z.strictObject({
  service_id: z.uuid(),
  payee_id: z.uuid().nullable(),
  agency_name: z.string(),
  payee_name: z.string(),
  vat: z.string(),
  next_from: z.string(),
  next_to: z.string(),
  can_renew: z.boolean(),
  /** Why the renewal waits. Null: the reader may renew the agreement now. */
  renew_refusal: z.string().nullable(),
})

/** For each payee that sends invoices, until when its self-bills carry VAT. An agency reads its own agreements alone. */
export const readSelfBilling = verb({
  action_id: 'business.service.read_self_billing',
  since: '0.1.0',
  summary: 'Shows until when self-bills of the payees of a contractor carry VAT',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency, contractor, provider },
  is_reading: true,
  input: z.strictObject({ contractor_id: z.uuid() }),
  output: z.strictObject({ agreements: z.array(agreement) }),
  run: async (context, { contractor_id }) => {
    const { tx, viewer, clock } = context
    const { id } = await visibleBusiness(context, contractor_id, 'contractor')
    const today = clock.today()
    const found = await loadAgreements(
      tx,
      today,
      `s.from_business_id = $2 and ($3 = 'provider' or $4 in (s.from_business_id, s.to_business_id))`,
      [id, viewer.category, viewer.business_id],
    )
    return {
      agreements: found.map((one) => {
        const next = nextAgreement(one, today)
        return {
          service_id: one.service_id,
          payee_id: one.payee_id,
          agency_name: one.agency_name,
          payee_name: one.payee_name,
          vat: vatWords(one, today),
          next_from: next.from,
          next_to: next.to,
          can_renew: isOneOf(viewer, renewers),
          renew_refusal: reasonOf(mayRenew(one)),
        }
      }),
    }
  },
})
