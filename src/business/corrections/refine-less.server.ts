/** The documents of a difference timesheet that takes work off: credits of the originals, raised by its approval. */

import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import { instant, londonDay } from '#kernel/instant.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { readCharges } from '../fees/read-charges.server.ts'
import { followRelease } from '../funding/follow-release.server.ts'
import { raiseInputOf } from '../invoices/invoice-set-plan.rules.ts'
import { raiseSet } from '../invoices/raise.rules.ts'
import type { RaisedDocument } from '../invoices/raised-set.rules.ts'
import { readStandardRate } from '../invoices/read-tax-rate.server.ts'
import { readParties, readPayroll, readUnits, readWork } from '../invoices/read-work.server.ts'
import { withdrawFromBatches } from '../payments/withdraw-from-batches.server.ts'
import { issueCorrections } from './credit-issue.server.ts'
import type { BaseDocuments } from './credit-load.server.ts'
import { lockBase } from './credit-load.server.ts'
import { settleCorrections } from './credit-settle.server.ts'
import { lessCorrections, vatAsInvoiced } from './refine-less.rules.ts'

type Row = {
  readonly human_id: string
  readonly version: number
  readonly total_units: string
  readonly refinement_id: string
  readonly reason: string
  readonly base_set_id: string | null
}

/** Returns the set. The timesheet is locked. @throws precondition when it cannot be taken off */
export async function raiseLess(context: VerbContext, timesheet_id: string): Promise<string> {
  const { tx } = context
  const row = present(await tx.row<Row>(less_sql, [timesheet_id]), 'a difference timesheet')
  if (row.base_set_id === null) throw precondition(`What ${row.human_id} is a difference to has no invoices`)
  const from = await lockBase(tx, row.base_set_id)
  const raised = await raisedLess(context, from, timesheet_id)
  const corrections = lessCorrections(from.base.currency, from.documents, raised)
  await withdrawFromBatches(
    context,
    corrections.flatMap((one) => one.parent?.id ?? []),
    `Timesheet ${row.human_id} takes work off`,
  )
  const { version, total_units } = row
  const issued = await issueCorrections(context, from, corrections, {
    reason: row.reason,
    refinement_id: row.refinement_id,
    of: { timesheet_id, version, total_units },
  })
  await settleCorrections(context, from.base.id, issued)
  await followRelease(context, [from.base.id], row.human_id)
  return issued.set_id
}

const less_sql = `select t.human_id, t.version, t.total_units, t.refinement_id, r.reason,
    (select s.id from transaction.invoice_set s join transaction.timesheet o on o.id = s.timesheet_id
     where o.id = t.refines_id and s.version = o.version and s.status = 'live') as base_set_id
  from transaction.timesheet t join transaction.refinement r on r.id = t.refinement_id where t.id = $1`

/** Documents of the negative work, by the rules that raised the positive: rates, VAT and fees of the same placement. */
async function raisedLess(
  { tx, clock }: VerbContext,
  { base, documents }: BaseDocuments,
  timesheet_id: string,
): Promise<readonly RaisedDocument[]> {
  const raised_date = await raisedOn(tx, base.id)
  const [found] = await readWork(tx, 'timesheet', [timesheet_id], raised_date)
  const work = present(found, 'the work that is taken off')
  const parties = await readParties(
    tx,
    Object.values(base.business_of).filter((id) => id !== null),
  )
  const party = (id: string | null) => (id === null ? null : present(parties.get(id), 'a party of the set'))
  const payee = party(base.business_of.contractor)
  const input = raiseInputOf(
    work,
    {
      client: present(party(base.business_of.client), 'the client'),
      // The VAT of the invoice's day follows from its documents.
      contractor: payee && { ...payee, vat_standing: 'not_checked' },
      agency: { ...present(party(base.agency_id), 'the agency'), vat_standing: 'not_checked' },
      provider: present(party(base.provider_id), 'the provider'),
      funder: party(base.business_of.funder),
    },
    {
      units: await readUnits(tx, [timesheet_id]),
      items: [],
      payroll: (await readPayroll(tx, [timesheet_id])).get(timesheet_id) ?? null,
    },
    await readCharges(tx, [base.agency_id], raised_date),
    {
      approved_day: work.approved_at === null ? clock.today() : londonDay(instant(work.approved_at)),
      raised_date,
      standard_rate: await readStandardRate(tx, raised_date),
    },
  )
  if (typeof input === 'string') throw precondition(input)
  return raiseSet({ ...input, vat: vatAsInvoiced(input.vat, documents, raised_date) }).documents
}

/** Fees, terms and VAT are those of the invoice's day, not of the correction's. */
async function raisedOn(tx: Tx, set_id: string) {
  const row = await tx.row<{ raised_date: Parameters<typeof readCharges>[2] }>(
    'select raised_date from transaction.invoice_set where id = $1',
    [set_id],
  )
  return present(row, 'the set').raised_date
}
