import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { hasEnded } from '../../placements/paye-scheme/ended-scheme.rules.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { paye_scheme } from './paye-scheme.entity.ts'
import { lockScheme } from './paye-scheme-input.server.ts'

/**
 * Chooses where an employer's payslips come from, one source at a time (decision 0065).
 * @throws precondition for an employer other than an agency, or while a run is under way
 */
export const setPayeSource = verb({
  action_id: 'business.paye_scheme.set_source',
  since: '0.1.0',
  summary: "Chooses whether an employer's pay is calculated here or comes from a bureau",
  machine: 'refused',
  impersonator: 'refused',
  who: { provider: provider_staff },
  input: z.strictObject({
    id: z.uuid(),
    source: z.enum(['engine', 'bureau']),
    /** The night opens the next pay run 14 days before its pay day; kept as it is where absent. */
    opens_runs_ahead: z.boolean().optional(),
  }),
  output: z.strictObject({ id: z.uuid(), source: z.enum(['engine', 'bureau']) }),
  run: async (context, { id, source, opens_runs_ahead: asked }) => {
    const { tx, clock } = context
    const scheme = await lockScheme(context, id)
    if (source === 'engine' && scheme.agency_id === null)
      throw precondition('Pay is calculated for agencies alone: this employer is paid by a bureau’s figures')
    if (source === 'bureau' && asked === true)
      throw precondition('A bureau’s figures are not pay runs: none are opened ahead')
    if (scheme.ended_on !== null) throw precondition(hasEnded(scheme.employer_reference, scheme.ended_on))
    if (source !== scheme.source) await requireNoRun(context, id)
    const values = { source, opens_runs_ahead: source === 'engine' && (asked ?? scheme.opens_runs_ahead) }
    await updateRow(tx, paye_scheme, id, { ...values, updated_at: clock.now() })
    context.audit({
      entity: 'business.paye_scheme',
      entity_id: id,
      old_values: { source: scheme.source, opens_runs_ahead: scheme.opens_runs_ahead },
      new_values: values,
    })
    return { id, source }
  },
})

async function requireNoRun({ tx }: VerbContext, id: string): Promise<void> {
  const under_way = await tx.row<{ human_id: string }>(
    `select human_id from transaction.pay_run where paye_scheme_id = $1 and status in ('open', 'calculated', 'checked')
       order by pay_day limit 1`,
    [id],
  )
  if (under_way) throw precondition(`Pay run ${under_way.human_id} is under way: approve or cancel it first`)
}
