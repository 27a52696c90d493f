import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { formatRate, rate, toNumericText } from '#kernel/rate.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { agency_side } from '../../shared/who-may.rules.ts'
import { contract } from '../contract.entity.ts'
import type { temp_placement } from '../contract-kinds.entity.ts'
import { recordContractSteps } from '../record-contract-step.server.ts'

type Row = ReadRow<
  typeof temp_placement,
  'id status provider_id agency_id client_id contractor_id funder_id awr_comparable_rate'
>

/** The pay of a comparable employee of the client, in the unit of the placement. A lower rate is flagged, and not refused. */
export const setComparableRate = verb({
  action_id: 'contract.temp_placement.set_comparable_rate',
  since: '0.1.0',
  summary: 'Sets the pay of a comparable employee, for equal treatment after 12 weeks',
  machine: 'allowed',
  impersonator: 'allowed',
  who: agency_side,
  input: z.strictObject({
    id: z.uuid(),
    /** Decimal text, at most four decimals. */
    awr_comparable_rate: z.string().max(15),
  }),
  output: z.strictObject({ id: z.uuid(), awr_comparable_rate: z.string() }),
  run: async (context, { id, awr_comparable_rate: typed }) => {
    const [row] = await loadVisible<Row>(context.tx, context.viewer, 'contract.temp_placement', [id], {
      lock: true,
      columns: `t.id, t.status, t.provider_id, t.agency_id, t.client_id, t.contractor_id, t.funder_id,
        t.awr_comparable_rate`,
    })
    if (!row) throw notFound('Placement')
    const value = rate(typed, 'awr_comparable_rate')
    if (value <= 0) throw invalid({ awr_comparable_rate: validationText.positive })
    const awr_comparable_rate = toNumericText(value)
    await updateRow(context.tx, contract, id, { awr_comparable_rate, updated_at: context.clock.now() })
    await recordContractSteps(context, 'set_comparable_rate', [
      {
        row,
        old_status: row.status,
        new_status: row.status,
        message: `Comparable rate ${formatRate(value)}`,
        comment: null,
        new_values: { awr_comparable_rate },
      },
    ])
    return { id, awr_comparable_rate }
  },
})
