import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { formatDay } from '#kernel/day.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { dayInput, mandatory } from '../../parties/party-input.server.ts'
import { documentReasonInput } from '../../shared/chosen-input.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { canAdd, determination_adders } from './determination.rules.ts'
import { status_determination } from './status-determination.entity.ts'

const input = z.strictObject({
  contract_id: z.uuid(),
  decision: z.enum(['inside', 'outside'], { error: validationText.required }),
  reasons: documentReasonInput,
  /** The person or firm that decided. */
  determined_by: mandatory,
  determined_on: dayInput,
})

type Placement = {
  readonly id: string
  readonly status: string
  readonly company_type: string | null
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string
  readonly contractor_id: string
}

/** Adds the client's statement, which another person verifies. Its file follows as an attachment. */
export const addDetermination = verb({
  action_id: 'contract.status_determination.add',
  since: '0.1.0',
  summary: 'Adds a status determination statement of a placement, which another person verifies',
  machine: 'allowed',
  impersonator: 'allowed',
  who: determination_adders,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { contract_id, ...stated }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Placement>(tx, viewer, 'contract.temp_placement', [contract_id], {
      lock: true,
      columns: `t.id, t.status, t.provider_id, t.agency_id, t.client_id, t.contractor_id,
        (select b.type from business.business b where b.id = t.payment_company_id) as company_type`,
    })
    if (!row) throw notFound('Placement')
    requireCan(canAdd(row))
    if (stated.determined_on > clock.today())
      throw invalid({ determined_on: validationText.max_date(formatDay(clock.today())) })
    await lockKey(tx, 'status_determination', contract_id)
    const last = await tx.row<{ round: number | null }>(
      'select max(round) as round from contract.status_determination where contract_id = $1',
      [contract_id],
    )
    const id = newUuid(clock)
    await insertRow(tx, status_determination, {
      ...stated,
      id,
      contract_id,
      round: (last?.round ?? 0) + 1,
      status: 'inprogress',
      uploaded_by: viewer.user_id,
      uploaded_as: viewer.impersonator_user_id,
      verified_by: null,
      verified_at: null,
      comment: null,
      disagreed_on: null,
      disagreement: null,
      answered_on: null,
      answer_outcome: null,
      answer: null,
      provider_id: row.provider_id,
      agency_id: row.agency_id,
      client_id: row.client_id,
      contractor_id: row.contractor_id,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'contract.status_determination',
      entity_id: id,
      new_values: { status: 'inprogress', contract_id, ...stated },
    })
    return { id }
  },
})
