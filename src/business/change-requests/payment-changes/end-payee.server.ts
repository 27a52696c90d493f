import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { conflict, notFound, precondition } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { contractor_payee } from '../../parties/payees/contractor-payee.entity.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { party_askers } from '../request/party-change.rules.ts'
import { endFault } from './payee.rules.ts'
import { tellPayeeEnded } from './tell-payee-ended.server.ts'

type Row = {
  readonly contractor_id: string
  readonly agency_id: string
  readonly payment_company_id: string
  readonly name: string
  readonly effective_from: Day
  readonly effective_to: Day | null
}

/** Ends a further payee today: no placement pays it any more. */
export const endPayee = verb({
  action_id: 'business.contractor.end_payee',
  since: '0.1.0',
  summary: 'Ends another way to pay a contractor that no placement in force uses',
  machine: 'allowed',
  impersonator: 'allowed',
  who: party_askers.contractor,
  input: z.strictObject({ id: z.uuid(), comment: reasonInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, comment }) => {
    const { tx, viewer, clock } = context
    const [seen] = await loadVisible<{ id: string; contractor_id: string }>(
      tx,
      viewer,
      'business.contractor_payee',
      [id],
      { columns: 't.id, t.contractor_id' },
    )
    // A placement on its way holds its contractor: it waits, or is found.
    const { contractor_id } = present(seen, 'the payee')
    await tx.rows('select id from business.business where id = $1 for no key update', [contractor_id])
    const row = await tx.row<Row>(
      `select y.contractor_id, y.agency_id, y.payment_company_id, b.name, y.effective_from, y.effective_to
       from business.contractor_payee y join business.business b on b.id = y.payment_company_id
       where y.id = $1 and y.deleted_at is null for update of y`,
      [id],
    )
    // A payee of a day to come goes when it ends.
    if (row === undefined) throw notFound(contractor_payee.label)
    if (row.effective_to !== null) throw conflict(`${row.name} is already ended as a payee`)
    const fault = endFault(row.name, await paidPlacements(context, row))
    if (fault !== null) throw precondition(fault)
    const today = clock.today()
    await updateRow(tx, contractor_payee, id, {
      ...(row.effective_from > today ? { deleted_at: clock.now() } : { effective_to: today }),
      updated_at: clock.now(),
    })
    await endLink(context, row)
    context.audit({
      entity: 'business.contractor_payee',
      entity_id: id,
      old_values: { effective_to: null },
      new_values: { effective_to: today, comment },
    })
    await tellPayeeEnded(context, { ...row, payee_id: id, comment })
    return { id }
  },
})

const live = `('active', 'pending_approval_agency', 'pending_approval_client', 'pending_approval_contractor',
  'awaiting_raise_approval', 'pending_raise_approval')`

/** Placements with the agency that pay it after today, in force or on their way there. */
const paidPlacements = ({ tx, clock }: VerbContext, row: Row) =>
  tx.rows<{ human_id: string }>(
    `select human_id from contract.contract
     where contractor_id = $1 and agency_id = $2 and payment_company_id = $3 and type = 'temp_placement'
       and deleted_at is null and status in ${live} and (end_date is null or end_date > $4) order by human_id`,
    [row.contractor_id, row.agency_id, row.payment_company_id, clock.today()],
  )

/** An umbrella that pays the contractor for nobody any more is no business of theirs; a company of their own stays one. */
async function endLink({ tx, clock }: VerbContext, row: Row): Promise<void> {
  await tx.run(
    `update business.service s set status = 'ended', updated_at = $3
     from business.business u, business.business c
     where s.type = 'contractor-company' and s.from_business_id = $1 and s.to_business_id = $2 and s.deleted_at is null
       and s.status = 'active' and u.id = $2 and u.type = 'umbrella' and c.id = $1 and c.payment_company_id is distinct from $2
       and not exists (select from business.contractor_payee y where y.contractor_id = $1 and y.payment_company_id = $2
         and y.effective_to is null and y.deleted_at is null)
       and not exists (select from contract.contract k where k.contractor_id = $1 and k.payment_company_id = $2
         and k.deleted_at is null and k.status in ${live})`,
    [row.contractor_id, row.payment_company_id, clock.now()],
  )
}
