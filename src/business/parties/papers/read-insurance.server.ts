import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { category_roles } from '#entity/roles.ts'
import { notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { gapWords } from '../compliance/insurance.rules.ts'
import { placementGaps } from '../compliance/insurance-sums.server.ts'

const { agency, provider } = category_roles

/** Live placements go on without the insurance: their readers are warned. */
export const readInsurance = verb({
  action_id: 'platform.compliance.read_insurance',
  since: '0.1.0',
  summary: "Shows the insurances that a placement's limited company lacks",
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency, provider },
  is_reading: true,
  input: z.strictObject({ contract_id: z.uuid() }),
  output: z.strictObject({ gaps: z.array(z.string()) }),
  run: async ({ tx, viewer, clock }, { contract_id }) => {
    const [placement] = await loadVisible<{ id: string }>(
      tx,
      viewer,
      'contract.temp_placement',
      [contract_id],
      { columns: 't.id' },
    )
    if (!placement) throw notFound('Placement')
    const gaps = await placementGaps(tx, placement.id, clock.today())
    return { gaps: gaps.map(gapWords) }
  },
})
