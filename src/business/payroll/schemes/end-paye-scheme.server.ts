/** The end of a PAYE scheme, and its undoing until HMRC was told. */
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { partsOf } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { requireOpenYear } from './locked-year.server.ts'
import { paye_scheme } from './paye-scheme.entity.ts'
import { payroll_keepers } from './paye-scheme.rules.ts'
import { lockScheme } from './paye-scheme-input.server.ts'
import { type EndFacts, endFaults, mayEnd } from './scheme-end.rules.ts'

/**
 * Ends a PAYE scheme: nobody is paid or employed under it any more, and the last return of the tax year says so.
 * @throws invalid while a pay run or an employment goes on, and for a day ahead or before the last pay; precondition once
 * HMRC was told
 */
export const endPayeScheme = verb({
  action_id: 'business.paye_scheme.end',
  since: '0.1.0',
  summary: 'Ends a PAYE scheme under which nobody is paid any more',
  machine: 'refused',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ id: z.uuid(), ended_on: dayInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, ended_on }) => {
    const { tx, viewer, clock } = context
    await lockScheme(context, id)
    const facts = await factsOf(context, id, ended_on)
    const errors = endFaults(facts, ended_on, clock.today())
    if (Object.keys(errors).length > 0) throw invalid(errors)
    // Under the day: a toast would cut the sentence.
    const hindrance = reasonOf(mayEnd(facts, ended_on))
    if (hindrance !== null) throw invalid({ ended_on: hindrance })
    if (facts.ended_on !== null) await requireUntold(context, id, facts)
    await requireOpenYear(context, id, partsOf(taxYearStart(ended_on)).year)
    const values = { ended_on, ended_by_name: viewer.user_name }
    await updateRow(tx, paye_scheme, id, { ...values, opens_runs_ahead: false, updated_at: clock.now() })
    context.audit({
      entity: 'business.paye_scheme',
      entity_id: id,
      old_values: { ended_on: facts.ended_on },
      new_values: values,
    })
    return { id }
  },
})

/** @throws precondition where it goes on, or a last return says that it ended */
export const undoPayeSchemeEnd = verb({
  action_id: 'business.paye_scheme.undo_end',
  since: '0.1.0',
  summary: 'Undoes the end of a PAYE scheme before HMRC was told of it',
  machine: 'refused',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ id: z.uuid(), reason: moneyReasonInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, reason }) => {
    const { tx, clock } = context
    await lockScheme(context, id)
    const facts = await factsOf(context, id, clock.today())
    if (facts.ended_on === null) throw precondition(`PAYE scheme ${facts.employer_reference} has not ended`)
    await requireUntold(context, id, facts)
    await updateRow(tx, paye_scheme, id, { ended_on: null, ended_by_name: null, updated_at: clock.now() })
    context.audit({
      entity: 'business.paye_scheme',
      entity_id: id,
      old_values: { ended_on: facts.ended_on },
      new_values: { ended_on: null, reason },
    })
    return { id }
  },
})

async function factsOf({ tx }: VerbContext, id: string, on: string): Promise<EndFacts> {
  const row = await tx.row<EndFacts>(
    `select s.employer_reference, s.ended_on,
       (select jsonb_build_object('human_id', r.human_id, 'status', r.status) from transaction.pay_run r
         where r.paye_scheme_id = s.id and r.status not in ('paid', 'cancelled') order by r.pay_day limit 1) as run,
       (select max(r.pay_day) from transaction.pay_run r where r.paye_scheme_id = s.id and r.status = 'paid') as last_pay_day,
       (select count(*)::int from business.employment e where e.paye_scheme_id = s.id and e.deleted_at is null
         and coalesce(e.leave_date > $2::date, true)) as going_on
     from business.paye_scheme s where s.id = $1`,
    [id, on],
  )
  return present(row, 'the locked scheme')
}

/** @throws precondition with the last return that names the end */
async function requireUntold({ tx }: VerbContext, id: string, { ended_on }: EndFacts): Promise<void> {
  const told = await tx.row<{ human_id: string; is_ready: boolean }>(
    `select human_id, status = 'validated' as is_ready from transaction.rti_submission
     where paye_scheme_id = $1 and is_final and tax_year = $2
       and (status in ('validated', 'sent', 'acknowledged', 'accepted', 'filed_outside') or may_send_again) order by human_id limit 1`,
    [id, partsOf(taxYearStart(present(ended_on, 'the end'))).year],
  )
  if (told)
    throw precondition(
      told.is_ready
        ? `Return ${told.human_id} says that the PAYE scheme ended: build it again without “Last return” first`
        : `Return ${told.human_id} told HMRC that the PAYE scheme ended`,
    )
}
