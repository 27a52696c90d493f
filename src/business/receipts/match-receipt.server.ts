import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { conflict, invalid, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { Money } from '#kernel/money.ts'
import { displayMoney, equals, formatMoney, parseMoney, sub } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { learnPayer } from '../bank/payer-memory.server.ts'
import { followRelease } from '../funding/follow-release.server.ts'
import { settleAndAudit } from '../funding/settle-invoices.server.ts'
import { verifyByReceipt } from '../funding/verify-client.server.ts'
import { postEntries } from '../ledger/post.server.ts'
import { matchPostings } from '../ledger/postings.rules.ts'
import type { CashDocument, SummaryRow } from '../settlement/load-cash.server.ts'
import { loadReceipt, lockSets, outstandingOf } from '../settlement/load-cash.server.ts'
import { insertMatchLines, settleSummary } from '../settlement/match-lines.server.ts'
import type { MatchSides } from '../settlement/receipt.rules.ts'
import { mayMatch } from '../settlement/receipt.rules.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { amountInput } from '../shared/cash-input.server.ts'
import { provider_staff } from '../shared/who-may.rules.ts'

export const matchInput = z.strictObject({
  id: z.uuid(),
  matches: z
    .array(
      z.strictObject({
        invoice_id: z.uuid(),
        amount: amountInput,
        /** The outstanding amount on the page: a match by somebody else in between is a conflict. */
        outstanding_balance: amountInput.optional(),
      }),
    )
    .min(1, { error: validationText.required })
    .max(500, { error: validationText.max }),
})
/** The lines of a match, with what its invoices are now. */
export const match_details = z.array(
  z.strictObject({
    id: z.uuid(),
    invoice_id: z.uuid(),
    amount: moneyText,
    invoice_status: z.string(),
    outstanding_balance: moneyText,
  }),
)
const matchAnswer = z.strictObject({
  id: z.uuid(),
  status: z.string(),
  matched_amount: moneyText,
  unmatched_amount: moneyText,
  details: match_details,
})
export type MatchAnswer = z.infer<typeof matchAnswer>

/**
 * Sets a receipt against invoices, of one client or of several (a payer for its group), in part or whole. All of the
 * matches hold or none. Posts Dr unallocated receipts, Cr client receivable per match (money.md §1.8).
 */
export const matchReceipt = verb({
  action_id: 'transaction.payment_receipt.match',
  since: '0.1.0',
  summary: 'Matches a receipt with invoices',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input: matchInput,
  output: matchAnswer,
  run: (context, asked) => {
    return applyMatches(context, asked)
  },
})

/** The matches of one receipt, for viewers who may match. @throws the first refusal; then nothing is matched */
export async function applyMatches(
  context: VerbContext,
  { id, matches }: z.infer<typeof matchInput>,
): Promise<MatchAnswer> {
  const receipt = await loadReceipt(context, id, { lock: true })
  const documents = await lockInvoices(
    context,
    matches.map((match) => match.invoice_id),
  )
  const wanted = checked(receipt, documents, matches)
  await learnPayer(
    context,
    receipt.id,
    wanted.flatMap(({ document }) => document.client_id ?? []),
  )
  const post_date = context.clock.today()
  const detail_ids = await insertMatchLines(
    context,
    wanted.map(({ document, amount }) => ({
      summary_id: receipt.id,
      document,
      amount: formatMoney(amount),
      payment_type: 'bank',
      post_date,
    })),
  )
  await postMatches(context, receipt, wanted, detail_ids)
  await verifyByReceipt(
    context,
    receipt,
    wanted.map(({ document, amount }) => ({ invoice_id: document.id, amount: formatMoney(amount) })),
  )
  const settled = await settleAndAudit(
    context,
    wanted.map(({ document }) => document),
  )
  const state = await settleSummary(context, receipt, false)
  await followRelease(context, setIdsOf(wanted), receipt.human_id)
  context.audit({
    entity: 'transaction.payment_receipt_summary',
    entity_id: receipt.id,
    old_values: { status: receipt.status, matched_amount: receipt.matched_amount },
    new_values: { status: state.status, matched_amount: state.matched_amount, details: detail_ids },
  })
  const details = wanted.map(({ document, amount }, i) => ({
    id: detail_ids[i] ?? '',
    invoice_id: document.id,
    amount: formatMoney(amount),
    invoice_status: settled.get(document.id)?.status ?? document.status,
    outstanding_balance: settled.get(document.id)?.outstanding_balance ?? document.outstanding_balance,
  }))
  return { id: receipt.id, ...state, details }
}

type Wanted = { readonly document: CashDocument; readonly amount: Money }

function setIdsOf(wanted: readonly Wanted[]): string[] {
  return [...new Set(wanted.map(({ document }) => document.invoice_set_id))]
}

/** The requested invoices, with all documents of their sets locked. @throws not_found for one that is not visible */
async function lockInvoices({ tx, viewer }: VerbContext, ids: readonly string[]): Promise<CashDocument[]> {
  const seen = await loadVisible<{ id: string; invoice_set_id: string }>(
    tx,
    viewer,
    'transaction.invoice',
    ids,
    {
      columns: 't.id, t.invoice_set_id',
    },
  )
  const wanted = new Set(seen.map((row) => row.id))
  const documents = await lockSets(tx, [...new Set(seen.map((row) => row.invoice_set_id))])
  return documents.filter((document) => wanted.has(document.id))
}

/** Every match judged in turn, the receipt shrinking as they go. @throws the first refusal, under its field */
function checked(
  receipt: SummaryRow,
  documents: readonly CashDocument[],
  matches: z.infer<typeof matchInput>['matches'],
): Wanted[] {
  const by_id = new Map(documents.map((document) => [document.id, document]))
  let unmatched = parseMoney(receipt.unmatched_amount, receipt.currency)
  return matches.map(({ invoice_id, amount: typed, outstanding_balance }, at) => {
    const document = by_id.get(invoice_id)
    if (!document) throw invalid({ [`matches.${at}.invoice_id`]: validationText.duplicate_value })
    by_id.delete(invoice_id) // Named twice, it is not there the second time.
    const amount = parseMoney(typed, receipt.currency, `matches.${at}.amount`)
    const outstanding = outstandingOf(document)
    if (outstanding_balance !== undefined && receipt.currency === document.currency) {
      if (
        !equals(
          parseMoney(outstanding_balance, document.currency, `matches.${at}.outstanding_balance`),
          outstanding,
        )
      )
        throw changedMeanwhile(document)
    }
    const sides: MatchSides = {
      receipt: { status: receipt.status, unmatched_amount: unmatched },
      invoice: { ...document, outstanding_balance: outstanding },
    }
    const allowed = mayMatch(sides, amount)
    if (allowed !== true) {
      const reason = `${document.human_id}: ${allowed.message}`
      throw allowed.code === 'invalid' ? invalid({ [`matches.${at}.amount`]: reason }) : precondition(reason)
    }
    if (document.principal_id !== receipt.principal_id) {
      throw precondition(
        `${document.human_id} is payable to another account than the one this money came in on`,
      )
    }
    unmatched = sub(unmatched, amount)
    return { document, amount }
  })
}

function changedMeanwhile(document: CashDocument) {
  const left = displayMoney(outstandingOf(document))
  return conflict(`Somebody else has just changed ${document.human_id}: it now has ${left} outstanding`)
}

async function postMatches(
  context: VerbContext,
  receipt: SummaryRow,
  wanted: readonly Wanted[],
  detail_ids: readonly string[],
): Promise<void> {
  const post_date = context.clock.today()
  await postEntries(
    context,
    wanted.map(({ document, amount }, i) => ({
      kind: 'match',
      source_entity: 'transaction.payment_receipt_detail',
      source_id: detail_ids[i] ?? '',
      principal_id: receipt.principal_id,
      provider_id: receipt.provider_id,
      agency_id: document.agency_id,
      fact_key: `match:${detail_ids[i]}`,
      post_date,
      postings: matchPostings({
        payer_id: receipt.for_business_id,
        client_id: document.client_id ?? document.to_business_id,
        invoice_id: document.id,
        amount,
      }),
    })),
  )
}
