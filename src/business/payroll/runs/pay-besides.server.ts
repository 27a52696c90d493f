/** Keeps the parts of issued payslips besides work: payments of absences, deemed payments, and their documents. */
import { present } from '#kernel/assert.ts'
import { GBP, money, parseMoney } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { issuePay } from '../../raising/issue-pay.server.ts'
import { recoveries } from '../absence/statutory-due.server.ts'
import { statutory_payment } from '../absence/statutory-payment.entity.ts'
import { cost_fields } from '../figures/payroll-figure.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { nearestYear } from '../years/tax-years.rules.ts'
import { billedOf, type KeptBesides, releasedBy } from './besides.rules.ts'
import type { RunSlip } from './compute-slip.server.ts'
import { keepDeemed } from './keep-deemed.server.ts'
import type { LockedRun } from './load-run.server.ts'

type PaidSlip = RunSlip & { readonly besides: KeptBesides; readonly payslip_id: string }

export async function payBesides(
  context: VerbContext,
  run: LockedRun,
  slips: readonly RunSlip[],
  payslip_of: ReadonlyMap<string, string>,
): Promise<void> {
  const paid = slips.flatMap((slip): PaidSlip[] =>
    slip.besides === null
      ? []
      : [
          {
            ...slip,
            besides: slip.besides,
            payslip_id: present(payslip_of.get(slip.contractor_id), 'the payslip of a worker'),
          },
        ],
  )
  if (paid.length === 0) return
  await keepStatutory(context, run, paid)
  await keepDeemed(
    context,
    run,
    paid.map(({ payslip_id, employment_id, contractor_id, besides: { deemed } }) => ({
      ...{ payslip_id, employment_id, contractor_id },
      payments: deemed,
    })),
  )
  await raiseDocuments(context, run, paid)
}

async function keepStatutory(context: VerbContext, run: LockedRun, slips: readonly PaidSlip[]) {
  const { tx, clock } = context
  const at = clock.now()
  const all = slips.flatMap((slip) => slip.besides.statutory.map((payment) => ({ slip, payment })))
  const back = await recoveries(
    context,
    nearestYear(run.pay_day),
    run.paye_scheme_id,
    run.pay_day,
    all.map(({ payment }) => payment),
  )
  await insertRows(
    tx,
    statutory_payment,
    all.map(({ slip, payment }, i) => ({
      id: newUuid(clock),
      statutory_absence_id: payment.absence_id,
      payslip_id: slip.payslip_id,
      employment_id: slip.employment_id,
      contractor_id: slip.contractor_id,
      kind: payment.kind,
      from_day: payment.from_day,
      to_day: payment.to_day,
      pay_day: run.pay_day,
      amount: penceText(payment.amount),
      recovered: penceText(back[i]?.recovered ?? 0),
      compensation: penceText(back[i]?.compensation ?? 0),
      currency_id: run.currency_id,
      provider_id: run.provider_id,
      agency_id: run.agency_id,
      created_at: at,
      updated_at: at,
    })),
  )
}

async function raiseDocuments(context: VerbContext, run: LockedRun, slips: readonly PaidSlip[]) {
  const { tx } = context
  // Pay that is taken back in full leaves nothing to bill, and a fee has its self-bill already.
  const billed = slips.filter(({ besides }) => {
    const of_documents = billedOf(besides.figures, besides)
    const { deemed } = besides
    return [...(deemed.length > 0 ? [] : (['gross_pay'] as const)), ...cost_fields].some(
      (field) => of_documents[field] !== 0,
    )
  })
  const sources = billed.map(({ payslip_id, contractor_id, worker, lines, besides }) => ({
    payslip_id,
    contractor_id,
    worker,
    agency_id: run.agency_id,
    pay_day: run.pay_day,
    contract_id: besides.deemed[0]?.contract_id ?? null,
    pay: (besides.deemed.length > 0 ? [] : lines)
      .filter(({ is_besides }) => is_besides)
      .map(({ why, amount }) => ({ description: why, amount: parseMoney(amount, GBP) })),
    on_costs: onCostsOf(besides),
    released: money(releasedBy(besides), GBP),
  }))
  const sets = await issuePay(context, sources)
  // No reader of the row reads its set: its moment stays.
  await tx.run(
    `update transaction.pay_run_payslip p set invoice_set_id = s.set_id
     from unnest($1::uuid[], $2::uuid[]) s (payslip_id, set_id) where p.payslip_id = s.payslip_id`,
    [[...sets.keys()], [...sets.values()]],
  )
}

function onCostsOf(besides: KeptBesides) {
  const { employer_ni, employer_pension, apprenticeship_levy } = billedOf(besides.figures, besides)
  return {
    employer_ni: money(employer_ni, GBP),
    employer_pension: money(employer_pension, GBP),
    apprenticeship_levy: money(apprenticeship_levy, GBP),
  }
}
