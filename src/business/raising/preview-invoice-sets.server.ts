/**
 * The dry run (money.md, "Dry run"): runs the raising code in a savepoint and rolls it back. Only the numbers may
 * differ in the real run.
 */

import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { commission_roles } from '#entity/roles.ts'
import { conflict } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { formatMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import type { IssuedSet } from '../invoices/insert-documents.server.ts'
import type { WorkKind } from '../invoices/read-work.server.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import type { PreviewDocument } from './preview-sets.rules.ts'
import type { RaiseOutcome } from './raise-invoice-sets.server.ts'
import { raiseSets } from './raise-invoice-sets.server.ts'
import { hashOfRun } from './set-hash.server.ts'

const idsInput = z.array(z.uuid()).max(2000, { error: validationText.max })
const input = z
  .strictObject({
    timesheet_ids: idsInput.default([]),
    expense_ids: idsInput.default([]),
    perm_placement_ids: idsInput.default([]),
  })
  .refine((i) => i.timesheet_ids.length + i.expense_ids.length + i.perm_placement_ids.length > 0, {
    path: ['timesheet_ids'],
    error: validationText.required,
  })

type PreviewSet = {
  readonly source_id: string
  readonly generation_type: string
  readonly currency: string
  readonly content_hash: string
  readonly documents: readonly PreviewDocument[]
}

const previewAnswer = z.strictObject({
  sets: z
    .array(
      z.strictObject({
        source_id: z.uuid(),
        generation_type: z.string(),
        currency: z.string(),
        content_hash: z.string(),
        documents: z
          .array(
            z.strictObject({
              type: z.string(),
              from: z.string(),
              to: z.string(),
              amount: moneyText,
              tax_amount: moneyText,
              total_amount: moneyText,
              due_date: z.iso.date(),
              release_condition: z.string(),
              is_debit: z.boolean(),
              lines: z
                .array(z.strictObject({ description: z.string(), amount: moneyText, tax_amount: moneyText }))
                .readonly(),
            }),
          )
          .readonly(),
      }),
    )
    .readonly(),
  refused: z.array(z.strictObject({ source_id: z.uuid(), reason: z.string() })).readonly(),
  hash: z.string(),
})
export type Preview = z.infer<typeof previewAnswer>

const entity_of = {
  timesheet: 'transaction.timesheet',
  expense: 'transaction.expense',
  perm_placement: 'contract.perm_placement',
} as const satisfies Record<WorkKind, string>

/** Fees and earnings are commission (spec §6): only their readers may preview them. */
export const previewInvoiceSets = verb({
  action_id: 'transaction.invoice_set.preview',
  since: '0.1.0',
  summary: 'Shows the documents that timesheets would raise',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: commission_roles, provider: provider_staff },
  is_reading: true,
  input,
  output: previewAnswer,
  run: async (context, wanted) => {
    const outcomes = [
      await previewOf(context, 'timesheet', wanted.timesheet_ids),
      await previewOf(context, 'expense', wanted.expense_ids),
      await previewOf(context, 'perm_placement', wanted.perm_placement_ids),
    ]
    const sets = outcomes.flatMap((outcome) => outcome.sets)
    const names = await namesOf(context, sets)
    return {
      sets: sets.map((set) => shown(set, names)),
      refused: outcomes.flatMap((outcome) =>
        [...outcome.refused].map(([source_id, reason]) => ({ source_id, reason })),
      ),
      hash: hashOfRun(
        sets.map(({ source, content_hash }) => ({ source_id: source.source_id, content_hash })),
      ),
    }
  },
})

async function previewOf(
  context: VerbContext,
  kind: WorkKind,
  ids: readonly string[],
): Promise<RaiseOutcome> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return { raised: new Map(), refused: new Map(), sets: [] }
  const { tx, viewer } = context
  await loadVisible<{ id: string }>(tx, viewer, entity_of[kind], wanted, { columns: 't.id' })
  const source = kind === 'perm_placement' ? 'contract_id' : `${kind}_id`
  const [raised] = await tx.rows<{ id: string }>(
    `select s.id from transaction.invoice_set s where s.${source} = any ($1) and s.generated_for = $2 and s.status = 'live' limit 1`,
    [wanted, kind],
  )
  if (raised) throw conflict('Some of it is invoiced already')
  await tx.run('savepoint preview')
  const silent: VerbContext = { ...context, audit: () => undefined, enqueue: () => undefined }
  const outcome = await raiseSets(silent, kind, wanted)
  // Undoes numbers, printed parties and accounts.
  await tx.run('rollback to savepoint preview')
  return outcome
}

async function namesOf(
  { tx }: VerbContext,
  sets: readonly IssuedSet[],
): Promise<ReadonlyMap<string, string>> {
  const ids = sets.flatMap((set) =>
    set.documents.flatMap((one) => [one.from_business_id, one.to_business_id]),
  )
  const rows = await tx.rows<{ id: string; name: string }>(
    'select id, name from business.business where id = any ($1)',
    [[...new Set(ids)]],
  )
  return new Map(rows.map((row) => [row.id, row.name]))
}

function shown(
  { source, set, content_hash, documents }: IssuedSet,
  names: ReadonlyMap<string, string>,
): PreviewSet {
  return {
    source_id: source.source_id,
    generation_type: set.generation_type,
    currency: set.currency,
    content_hash,
    documents: documents.map(({ document, from_business_id, to_business_id }) => ({
      type: document.type,
      from: names.get(from_business_id) ?? '',
      to: names.get(to_business_id) ?? '',
      amount: formatMoney(document.amount),
      tax_amount: formatMoney(document.tax_amount),
      total_amount: formatMoney(document.total_amount),
      due_date: document.due_date,
      release_condition: document.release_condition,
      is_debit: document.is_debit,
      lines: document.lines.map((line) => ({
        description: line.description,
        amount: formatMoney(line.amount),
        tax_amount: formatMoney(line.tax_amount),
      })),
    })),
  }
}
