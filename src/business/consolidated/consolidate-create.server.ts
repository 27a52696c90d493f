import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { countText } from '#kernel/count-text.ts'
import { addDays, day, formatDay } from '#kernel/day.ts'
import { invalid, notFound, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { fromSource, insertSelectSql } from '#server/write-row.server.ts'
import { consolidated_invoice } from '../invoices/invoice-set.entity.ts'
import { dayInput } from '../parties/party-input.server.ts'
import { actingAgency, visibleBusiness } from '../parties/visible-business.server.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { nextHumanIds } from '../shared/human-id.server.ts'
import type { ConsolidationBy, ConsolidationFrequency } from './consolidate.rules.ts'
import { consolidators, groupMembers, lastPeriod } from './consolidate.rules.ts'
import type { MemberRow } from './consolidate-members.server.ts'
import { firstDueDate, lockFree, nameMembers, totalsOf } from './consolidate-members.server.ts'

const input = z.strictObject({
  client_id: z.uuid(),
  /** The client's agency; optional for an agency itself. */
  agency_id: z.uuid().optional(),
  /** The client's last period, by its preference, when absent. */
  period_start: dayInput.optional(),
  period_end: dayInput.optional(),
  by: z.enum(['client', 'po_number', 'placement']).optional(),
})
type Input = z.infer<typeof input>
type Made = { id: string; human_id: string; status: 'draft'; total_amount: string; members: number }

type Preference = {
  readonly consolidation_frequency: ConsolidationFrequency | null
  readonly consolidation_by: ConsolidationBy | null
}

const output = z.strictObject({
  consolidated_invoices: z.array(
    z.strictObject({
      id: z.uuid(),
      human_id: z.string(),
      status: z.literal('draft'),
      total_amount: moneyText,
      members: z.number(),
    }),
  ),
})

/** Gathers a client's open invoices of a period into drafts, as many as it wants its documents apart. */
export const createConsolidated = verb({
  action_id: 'transaction.consolidated_invoice.create',
  since: '0.1.0',
  summary: "Gathers a client's open invoices of a period into drafts of consolidated invoices",
  machine: 'allowed',
  impersonator: 'allowed',
  who: consolidators,
  input,
  output,
  run: async (context, asked) => {
    const agency = await actingAgency(context, asked.agency_id)
    const client = await visibleBusiness(context, asked.client_id, 'client')
    const preference = await preferenceOf(context, client.id, agency.id)
    const { start, end } = periodOf(context, asked, preference)
    const free = await lockFree(context.tx, { agency_id: agency.id, client_id: client.id, start, end })
    if (free.length === 0) {
      throw precondition(
        `${client.name} has no open invoice of ${formatDay(start)} to ${formatDay(end)} that is in no consolidated invoice`,
      )
    }
    const by = asked.by ?? preference.consolidation_by ?? 'client'
    const groups = groupMembers(free, by)
    const human_ids = await nextHumanIds(context.tx, 'CIN', groups.length)
    const made: Made[] = []
    for (const [i, members] of groups.entries()) {
      made.push(
        await insertDraft(context, present(human_ids[i], 'a number'), members, {
          agency_id: agency.id,
          client_id: client.id,
          start,
          end,
          by,
        }),
      )
    }
    return { consolidated_invoices: made }
  },
})

/** @throws not_found for a client that the agency does not work with */
async function preferenceOf({ tx }: VerbContext, client_id: string, agency_id: string): Promise<Preference> {
  const row = await tx.row<Preference>(
    `select consolidation_frequency, consolidation_by from business.service
     where type = 'client-agency' and from_business_id = $1 and to_business_id = $2 and deleted_at is null`,
    [client_id, agency_id],
  )
  if (!row) throw notFound('Business')
  return row
}

function periodOf({ clock }: VerbContext, asked: Input, preference: Preference) {
  const last = lastPeriod(preference.consolidation_frequency ?? 'month', clock.today())
  const start = asked.period_start === undefined ? last.start : day(asked.period_start, 'period_start')
  const end = asked.period_end === undefined ? last.end : day(asked.period_end, 'period_end')
  if (start > clock.today())
    throw invalid({ period_start: validationText.max_date(formatDay(addDays(clock.today(), 1))) })
  if (end < start) throw invalid({ period_end: validationText.min_date(formatDay(start)) })
  return { start, end }
}

type Draft = {
  readonly agency_id: string
  readonly client_id: string
  readonly start: ReturnType<typeof day>
  readonly end: ReturnType<typeof day>
  readonly by: ConsolidationBy
}

async function insertDraft(
  context: VerbContext,
  human_id: string,
  members: readonly MemberRow[],
  draft: Draft,
): Promise<Made> {
  const { tx, clock } = context
  const id = newUuid(clock)
  const first = present(members[0], 'a member')
  const totals = totalsOf(members, first.currency)
  const one_placement = new Set(members.map((member) => member.contract_id)).size === 1
  const one_order = new Set(members.map((member) => member.po_number)).size === 1
  await tx.run(
    `${insertSelectSql(consolidated_invoice, {
      ...fromSource('i', ['type', 'provider_id', 'agency_id', 'client_id', 'funder_id']),
      ...fromSource('i', ['from_business_id', 'to_business_id', 'currency_id', 'payable_bank_account_id']),
      id: '$1',
      human_id: '$2',
      status: `'draft'`,
      description: '$3',
      funding_model: '$4',
      amount: '$5',
      tax_amount: '$6',
      total_amount: '$7',
      due_date: '$8',
      po_number: '$9',
      contract_id: '$10',
      period_start: '$11',
      period_end: '$12',
      raised_date: 'null',
      timesheet_summary_document_id: 'null',
      mail_proof_document_id: 'null',
      cancel_reason: 'null',
      sent_at: 'null',
      created_at: '$13',
      updated_at: '$13',
    })} from transaction.invoice i where i.id = $14`,
    [
      id,
      human_id,
      `${countText(members.length, 'invoice')}, ${formatDay(draft.start)} to ${formatDay(draft.end)}`,
      first.funding_model,
      totals.amount,
      totals.tax_amount,
      totals.total_amount,
      firstDueDate(members, clock.today()),
      one_order ? first.po_number : null,
      one_placement ? first.contract_id : null,
      draft.start,
      draft.end,
      clock.now(),
      first.id,
    ],
  )
  await nameMembers(
    context,
    members.map((member) => member.id),
    id,
  )
  context.audit({
    entity: 'transaction.consolidated_invoice',
    entity_id: id,
    new_values: { human_id, status: 'draft', ...totals, members: members.map((member) => member.human_id) },
  })
  return { id, human_id, status: 'draft', total_amount: totals.total_amount, members: members.length }
}
