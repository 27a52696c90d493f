/**
 * Settles the documents of paid payslips. Pay of a bureau leaves the principal's bank gross with the on-costs (decision
 * 0030); computed payslips pass what is owed to their creditors, who are paid on their own days (decision 0071).
 */
import { present } from '#kernel/assert.ts'
import { formatMoney, isPositive, parseMoney, sum } from '#kernel/money.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { markFunded } from '../../funding/mark-funded.server.ts'
import { takeOpenCredits } from '../../funding/open-credits.server.ts'
import { type SettledLeg, setOffMirrors } from '../../funding/set-off.server.ts'
import { settleAndAudit } from '../../funding/settle-invoices.server.ts'
import { postEntries } from '../../ledger/post.server.ts'
import { type PayrollDebit, payrollPostings } from '../../ledger/postings.rules.ts'
import { insertPayments } from '../../settlement/insert-payments.server.ts'
import type { CashDocument } from '../../settlement/load-cash.server.ts'
import { lockSets, outstandingOf } from '../../settlement/load-cash.server.ts'
import { insertMatchLines } from '../../settlement/match-lines.server.ts'
import { paidThroughPayroll } from '../../shared/invoice-types.rules.ts'
import { type PayOut, payOut } from '../documents/pay-out.server.ts'
import { payeeOf } from '../documents/payable-documents.server.ts'
import { addToPayments, insertNetPay } from './keep-payments.server.ts'
import { type SlipFacts, slipFacts } from './payslip-facts.server.ts'
import { no_amounts, payslipEntry } from './payslip-shares.rules.ts'

type Slip = { readonly id: string; readonly human_id: string }

/**
 * Settles the documents of these payslips. Overpayment before a correction is deducted first, as payroll deducted it;
 * pay does not wait for the client or the funding. The payslips are locked.
 */
export async function payDocuments(context: VerbContext, slips: readonly Slip[]): Promise<void> {
  const computed = await slipFacts(
    context,
    slips.map(({ id }) => id),
  )
  const deemed = await deemedOf(context.tx, slips)
  const fees = new Map(deemed.map(({ set_id, payslip_id }) => [set_id, payslip_id]))
  const sets = new Map([...(await setsOf(context.tx, slips)), ...fees])
  const documents = await lockSets(context.tx, [...sets.keys()])
  const slip_of = new Map(slips.map((slip) => [slip.id, slip]))
  const wanted = documents
    .filter((document) => document.status === 'open' && !document.is_credit_note)
    .filter((document) => !fees.has(document.invoice_set_id))
    .filter((document) => paidThroughPayroll(document.type) && isPositive(outstandingOf(document)))
    .map((document) => ({ document, amount: outstandingOf(document) }))
  const { left: owed, taken } = await takeOpenCredits(context, wanted)
  const left = [...owed, ...deductionsOf(deemed, documents)]
  const slipOf = ({ document }: SettledLeg) =>
    present(slip_of.get(sets.get(document.invoice_set_id) ?? ''), 'the payslip of a set')
  const groups = [
    ...Map.groupBy(left, (leg) =>
      [slipOf(leg).id, leg.document.principal_id, payeeOf(leg.document), isPay(leg.document)].join(' '),
    ).values(),
  ].map((legs): PayOut => {
    const all = legs as [SettledLeg, ...SettledLeg[]] // groupBy makes no empty group.
    return { payment: paymentOf(slipOf(all[0]), all[0]), legs: all }
  })
  const today = context.clock.today()
  const is_computed = new Set(computed.map(({ id }) => id))
  const isComputed = ({ legs }: PayOut) => is_computed.has(slipOf(legs[0]).id)
  await payOut(
    context,
    groups.filter((group) => !isComputed(group)),
    today,
  )
  await takeOver(context, groups.filter(isComputed), today)
  await postPayslips(
    context,
    computed,
    Map.groupBy(left, (leg) => slipOf(leg).id),
    today,
  )
  await insertNetPay(context, computed)
  await addToPayments(context, computed)
  await settleAndAudit(
    context,
    left.map(({ document }) => document),
  )
  const settled = [...taken, ...left]
  await setOffMirrors(context, documents, settled, null, today)
  await markFunded(context, documents, settled)
}

/** Documents of computed payslips are settled by the payslip: no money moves yet. */
async function takeOver(context: VerbContext, groups: readonly PayOut[], post_date: string): Promise<void> {
  const made = await insertPayments(
    context,
    groups.map(({ payment, legs }) => ({
      ...payment,
      amount: formatMoney(
        sum(
          legs[0].document.currency,
          legs.map(({ amount }) => amount),
        ),
      ),
      transaction_date: post_date,
    })),
  )
  await insertMatchLines(
    context,
    groups.flatMap(({ legs }, i) =>
      legs.map(({ document, amount }) => ({
        summary_id: present(made[i], 'a payment').id,
        document,
        amount: formatMoney(amount),
        payment_type: 'payroll' as const,
        post_date,
      })),
    ),
  )
}

/** Dr the payables of the documents, Cr the creditors of each payslip, in the books of the work. */
async function postPayslips(
  context: VerbContext,
  slips: readonly SlipFacts[],
  legs_of: ReadonlyMap<string, readonly SettledLeg[]>,
  post_date: string,
): Promise<void> {
  const entries = slips.flatMap((slip) => {
    const legs = legs_of.get(slip.id) ?? []
    const of = (principal_id: string, is_pay: boolean): PayrollDebit['legs'] =>
      legs
        .filter(({ document }) => document.principal_id === principal_id && isPay(document) === is_pay)
        .map(({ document, amount }) => ({ invoice_id: document.id, amount }))
    const principals = new Set([
      ...slip.shares.keys(),
      ...slip.relief.keys(),
      ...legs.map(({ document }) => document.principal_id),
    ])
    return [...principals].map((principal_id) => {
      const share = slip.shares.get(principal_id) ?? no_amounts
      const { debits, credits } = payslipEntry(share, slip, slip.attachments.get(principal_id) ?? [], {
        pay: of(principal_id, true),
        on_costs: of(principal_id, false),
        unbilled: slip.unbilled?.principal_id === principal_id ? slip.unbilled.pence : 0,
        overpaid: slip.overpaid.get(principal_id) ?? 0,
        relief: slip.relief.get(principal_id) ?? 0,
      })
      return {
        kind: 'payroll' as const,
        source_entity: 'transaction.payslip',
        source_id: slip.id,
        principal_id,
        provider_id: slip.provider_id,
        agency_id: slip.agency_id,
        fact_key: `payroll:${slip.id}:${principal_id}`,
        post_date,
        postings: payrollPostings(debits, credits),
      }
    })
  })
  await postEntries(context, entries)
}

const isPay = ({ type }: CashDocument) => type === 'contractor-agency'

/** The sets that were raised of the figures of these payslips, by id: the payslip's id. */
async function setsOf(tx: Tx, slips: readonly Slip[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ set_id: string; payslip_id: string }>(
    `select s.id as set_id, f.payslip_id from transaction.payroll_figure f
     join transaction.invoice_set s on s.timesheet_id = f.timesheet_id and s.version = f.version
       and s.generation_type in ('paye_timesheet', 'payroll_timesheet') and s.corrects_set_id is null and s.deleted_at is null
     where f.payslip_id = any ($1) and f.deleted_at is null
     union all select c.invoice_set_id, c.payslip_id from transaction.pay_run_payslip c
     where c.payslip_id = any ($1) and c.invoice_set_id is not null order by 1`,
    [slips.map((slip) => slip.id)],
  )
  return new Map(rows.map((row) => [row.set_id, row.payslip_id]))
}

type DeemedFee = {
  readonly invoice_id: string
  readonly set_id: string
  readonly payslip_id: string
  readonly deducted: string
}

/** Self-bills that these payslips deduct from, each with the original set. */
const deemedOf = (tx: Tx, slips: readonly Slip[]): Promise<DeemedFee[]> =>
  tx.rows<DeemedFee>(
    `select d.invoice_id, coalesce(s.corrects_set_id, s.id) as set_id, d.payslip_id, d.income_tax + d.employee_ni as deducted
     from transaction.deemed_payment d join transaction.invoice i on i.id = d.invoice_id
     join transaction.invoice_set s on s.id = i.invoice_set_id where d.payslip_id = any ($1) order by d.id`,
    [slips.map(({ id }) => id)],
  )

/** The deduction of each self-bill. Tax that is given back settles none: it is paid to the company. */
function deductionsOf(deemed: readonly DeemedFee[], documents: readonly CashDocument[]): SettledLeg[] {
  const by_id = new Map(documents.map((document) => [document.id, document]))
  return deemed.flatMap(({ invoice_id, deducted }) => {
    const document = present(by_id.get(invoice_id), 'the self-bill of a deduction')
    const amount = parseMoney(deducted, document.currency)
    return isPositive(amount) ? [{ document, amount }] : []
  })
}

/** The payment of one payslip and principal: pay to the worker, or on-costs, which name the agency. */
function paymentOf({ human_id }: Slip, { document }: SettledLeg): PayOut['payment'] {
  const { principal_id, provider_id, agency_id, contractor_id, currency_id } = document
  return {
    for_business_id: payeeOf(document),
    principal_id,
    provider_id,
    agency_id,
    contractor_id: isPay(document) ? contractor_id : null,
    funder_id: principal_id === provider_id ? null : principal_id,
    bank_account_id: null,
    payment_batch_id: null,
    currency_id,
    reference: human_id,
    comment: commentOf(human_id, document),
  }
}

function commentOf(human_id: string, document: CashDocument): string {
  if (!isPay(document)) return `Through payroll: on-costs of ${human_id}`
  return document.is_payroll
    ? `Through payroll: gross pay of ${human_id}, net pay to the worker and deductions to their creditors`
    : `Through payroll: tax and National Insurance of ${human_id}, deducted from the self-bill`
}
