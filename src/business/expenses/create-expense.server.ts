import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { enterers } from '../approvable-work/work.rules.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import { expense } from './expense.entity.ts'
import { contentInput } from './expense-input.server.ts'
import { expenses } from './expense-records.server.ts'
import { totalsInWords, writeDetails } from './write-expense-details.server.ts'

const input = z.strictObject({ contract_id: z.uuid(), ...contentInput })

type Placement = {
  readonly id: string
  readonly human_id: string
  readonly status: string
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string
  readonly contractor_id: string
  readonly funder_id: string | null
  readonly currency_id: string
  readonly currency: string
  readonly placement_start: string
  readonly placement_end: string | null
}

/** A draft expense of a placement, by the contractor or by the agency for them. */
export const createExpense = verb({
  action_id: 'transaction.expense.create',
  since: '0.1.0',
  summary: 'Creates a draft expense of a placement',
  machine: 'allowed',
  impersonator: 'allowed',
  who: enterers,
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), status: z.string() }),
  run: async (context, { contract_id, details, po_number, comment }) => {
    const { tx, clock } = context
    const placement = await placementOf(context, contract_id)
    if (placement.status !== 'active' && placement.status !== 'expired')
      throw precondition(`Placement ${placement.human_id} is not in force, so nothing can be spent on it`)
    if (details.length === 0) throw invalid({ details: validationText.fill_the_data })
    const id = newUuid(clock)
    const human_id = await nextHumanId(tx, 'EXP')
    const { provider_id, agency_id, client_id, contractor_id, funder_id, currency_id } = placement
    await insertRow(tx, expense, {
      id,
      human_id,
      contract_id,
      provider_id,
      agency_id,
      client_id,
      contractor_id,
      funder_id,
      po_number: po_number || null,
      comment: comment || null,
      currency_id,
      submitted_date: null,
      approved_by: null,
      approved_at: null,
      submitted_by: null,
      submitted_as: null,
      approved_by_name: null,
      suspense_reason: null,
      evidence_status: null,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    const row = { ...placement, id, status: 'draft' as const }
    const totals = await writeDetails(context, row, details)
    await expenses.recordSteps(context, 'create', [
      {
        row,
        old_status: null,
        new_status: 'draft',
        message: `Entered with ${totalsInWords(totals, row)}`,
        new_values: { human_id, ...totals },
      },
    ])
    return { id, human_id, status: 'draft' }
  },
})

async function placementOf({ tx, viewer }: VerbContext, id: string): Promise<Placement> {
  await loadVisible<{ id: string }>(tx, viewer, 'contract.temp_placement', [id], { columns: 't.id' })
  const row = await tx.row<Placement>(
    `select c.id, c.human_id, c.status, c.provider_id, c.agency_id, c.client_id, c.contractor_id, c.funder_id, c.currency_id,
       y.alpha_code as currency, c.start_date as placement_start, c.end_date as placement_end
     from contract.contract c join platform.currency y on y.id = c.currency_id where c.id = $1`,
    [id],
  )
  return present(row, 'the placement')
}
