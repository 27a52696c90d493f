import type { Day } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'
import type { FundingModel } from '../shared/invoice-types.rules.ts'
import { type FeeFor, hasAgreedFees, no_fee_agreed } from './fee-in-force.rules.ts'
import { readCharges } from './read-charges.server.ts'

type Choice = Omit<FeeFor, 'fee_type' | 'on' | 'contract_id'> & {
  readonly funding_model: FundingModel
  /** The first day of the work. */
  readonly from: Day
}

/**
 * The reason why an agency may not choose this funding: no agreed fee rule on the first day of work, or today when
 * that is later.
 */
export async function fundingChoiceError(
  { tx, clock }: Pick<VerbContext, 'tx' | 'clock'>,
  choice: Choice,
): Promise<string | null> {
  const on = choice.from > clock.today() ? choice.from : clock.today()
  const charges = await readCharges(tx, [choice.agency_id], on)
  return hasAgreedFees(charges, choice.funding_model, { ...choice, on, contract_id: '' })
    ? null
    : no_fee_agreed
}
