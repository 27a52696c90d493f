/** Applies an approved change: facts in place, rates by version (spec §4), each with its audit row. */
import type { Day } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { changesPay } from '../../document-templates/blocks/key-information.rules.ts'
import { askKeyInformation } from '../../document-templates/key-information/ask-key-information.server.ts'
import { bookDays } from '../../parties/books-begin.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { followAwrBeside } from '../../placements/agency-workers/follow-awr.server.ts'
import { contract } from '../../placements/contract.entity.ts'
import { noticeColumns, readNotice } from '../../placements/notice/notice-period.rules.ts'
import { recordContractSteps } from '../../placements/record-contract-step.server.ts'
import { type FormerTerms, withFormerTerms } from '../../shared/former-terms.rules.ts'
import type { Change, RequestedChanges } from '../request/change-request.rules.ts'
import { changeLabel } from '../request/change-request.rules.ts'
import { changeRates } from './apply-rate-changes.server.ts'
import { followEnd, lockWork, statusAt } from './follow-end.server.ts'
import { agreementFaults } from './holiday-agreement.server.ts'
import { permFaults } from './perm-change.rules.ts'
import { fromMessage } from './requested-changes.server.ts'
import { type Placement, type Standing, yesOrNo } from './standing-placement.server.ts'
import { isDatedTerm, termFaults, termsFromFault } from './temp-terms.rules.ts'

/** @throws precondition where work has been done meanwhile that the change would reach back under */
export async function applyChanges(
  context: VerbContext,
  standing: Standing,
  { human_id, changes, effective_from }: RequestedChanges & { readonly human_id: string },
): Promise<void> {
  const { placement } = standing
  await requireNoWorkUnder(context, standing, { changes, effective_from })
  const faults = {
    ...permFaults(placement, changes, await bookDays(context)),
    ...termFaults(placement, changes),
  }
  for (const fault of Object.values(faults)) throw precondition(fault)
  for (const { fault } of await agreementFaults(context.tx, placement, { changes, effective_from }))
    throw precondition(fault)
  const facts = changes.filter((change) => change.group_id === undefined)
  await keepFormerTerms(context, placement, facts, effective_from)
  await changeFacts(context, placement.id, facts)
  const end = facts.find((change) => change.field === 'end_date')
  // For an end date, old and new are days, parsed by dayInput.
  const status = end ? statusAt(end.new as Day | null, context.clock.today()) : placement.status
  if (status !== placement.status) await updateRow(context.tx, contract, placement.id, { status })
  // The role is the title where it is not said.
  if (facts.some(({ field }) => field === 'awr_role' || field === 'title'))
    await followAwrBeside(context.tx, placement.id)
  if (end) await followEnd(context, placement, end.new as Day | null)
  await changeRates(context, placement, changes, {
    from: effective_from,
    end: end ? (end.new as Day | null) : placement.end_date,
  })
  if (placement.type === 'temp_placement' && changesPay(changes))
    askKeyInformation(context, {
      contract_id: placement.id,
      chosen_by: placement.id,
      from: effective_from,
    })
  const values = (which: 'old' | 'new') =>
    Object.fromEntries(changes.map((change) => [changeLabel(change), change[which]]))
  await recordContractSteps(context, 'change', [
    {
      row: placement,
      old_status: placement.status,
      new_status: status,
      message: `Changed by ${human_id}: ${changes.map(changeLabel).join(', ')}`,
      new_values: values('new'),
    },
  ])
}

async function requireNoWorkUnder(
  { tx }: VerbContext,
  standing: Standing,
  { changes, effective_from }: RequestedChanges,
): Promise<void> {
  const { placement } = standing
  if (placement.status !== 'active' && placement.status !== 'expired')
    throw precondition(`Placement ${placement.human_id} is ${placement.status.replaceAll('_', ' ')} by now`)
  const work = await lockWork(tx, placement.id)
  const end = changes.find((change) => change.field === 'end_date')
  if (end && end.new !== null && work.worked_to !== null && work.worked_to > end.new)
    throw precondition('Work has been entered after the new end date')
  const until = end ? (end.new as Day | null) : placement.end_date // A day, as above.
  if (termsFromFault(placement, changes, effective_from, work.worked_to) !== null)
    throw precondition('Work from the day of the new terms on has been entered already')
  const is_under = changes.some(
    ({ field, group_id, new: last }) =>
      field === 'last_day' && last !== null && (work.rates_worked_to[group_id ?? ''] ?? '') > last,
  )
  if (is_under) throw precondition('Work has been entered after the last day of its rate')
  const has_rates = changes.some((change) => change.group_id !== undefined)
  if (has_rates && effective_from !== null && fromMessage(effective_from, until, standing, work) !== null)
    throw precondition('Work from the day of the new rates on is submitted already')
}

/** Work that begins before the day keeps its terms. */
async function keepFormerTerms(
  { tx }: VerbContext,
  { id, type, funding_type, expense_funding_type, ir35_status }: Placement,
  facts: readonly Change[],
  from: Day | null,
): Promise<void> {
  if (type !== 'temp_placement' || from === null || !facts.some(({ field }) => isDatedTerm(field))) return
  const row = await tx.row<{ former_terms: readonly FormerTerms[] }>(
    'select former_terms from contract.contract where id = $1',
    [id],
  )
  const asked = Object.fromEntries(
    facts.filter(({ field }) => isDatedTerm(field)).map(({ field, new: value }) => [field, value]),
  )
  const now = { funding_type: funding_type ?? '', expense_funding_type, ir35_status }
  await tx.run('update contract.contract set former_terms = $2::jsonb where id = $1', [
    id,
    JSON.stringify(withFormerTerms(row?.former_terms ?? [], now, asked, from)),
  ])
}

async function changeFacts(context: VerbContext, id: string, facts: readonly Change[]): Promise<void> {
  const { tx, clock } = context
  const columns: Record<string, unknown> = {}
  for (const fact of facts) Object.assign(columns, await columnsOf(context, fact))
  // Names of columns come from the rules, never from the request.
  const sets = Object.keys(columns).map((column, i) => `${column} = $${i + 3}`)
  await tx.run(`update contract.contract set ${['updated_at = $2', ...sets].join(', ')} where id = $1`, [
    id,
    clock.now(),
    ...Object.values(columns),
  ])
}

async function columnsOf(
  context: VerbContext,
  { field, new: asked }: Change,
): Promise<Readonly<Record<string, unknown>>> {
  if (field === 'currency') return { currency_id: await currencyId(context, asked ?? '') }
  if (field === 'contract_start_date') return { contract_start_date: asked, start_date: asked }
  if (field === 'notice') return noticeColumns(readNotice(asked ?? ''))
  return { [field]: field === 'no_right_to_serve_notice' ? asked === yesOrNo(true) : asked }
}
