import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { conflict, invalid } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import { lockEmployment, payAmount, penceOf } from '../employment/employment-input.server.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { leftByBooks, lockOverpaid } from './overpaid.server.ts'
import { overpayment } from './overpayment.entity.ts'
import { requestFault, settlement_kinds } from './overpayment-settlement.rules.ts'

const input = z.strictObject({
  employment_id: z.uuid(),
  kind: z.enum(settlement_kinds),
  amount: payAmount,
  /** The repayment and its place in the bank, or why nothing is claimed. */
  reason: moneyReasonInput,
})

/**
 * Asks to settle an overpayment outside of payroll: the worker repaid the employer, or the employer bears it. Another person
 * decides. @throws invalid above the sum that is left; conflict beside an open request
 */
export const settleOverpayment = verb({
  action_id: 'transaction.overpayment.settle',
  since: '0.1.0',
  summary: 'Asks to mark an overpayment as repaid to the employer, or to write it off',
  machine: 'refused',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('asked') }),
  run: async (context, { employment_id, kind, amount: typed, reason }) => {
    const { tx, clock } = context
    const employment = await lockEmployment(context, employment_id)
    await lockOverpaid(tx, [employment_id])
    const amount = penceOf(typed) ?? 0
    const books = await leftByBooks(tx, employment_id)
    const fault = requestFault(amount, books)
    if (fault !== null) throw invalid({ amount: fault })
    const { principal_id } = present(books[0], 'books that are owed')
    const open = await tx.row<{ created_by_name: string }>(
      `select created_by_name from transaction.overpayment where employment_id = $1 and status = 'asked'`,
      [employment_id],
    )
    if (open)
      throw conflict(`A request of ${open.created_by_name} waits for another person: decide on it first`)
    const id = newUuid(clock)
    const values = { kind, status: 'asked' as const, amount: penceText(-amount), reason }
    await insertRow(tx, overpayment, {
      ...{ id, employment_id, contractor_id: employment.contractor_id, ...values },
      ...{ pay_day: null, payslip_id: null, year_correction_id: null, principal_id },
      ...{ decided_by: null, decided_by_name: null, decided_at: null, decision_comment: null },
      currency_id: await currencyId(context, 'GBP'),
      provider_id: employment.provider_id,
      agency_id: employment.agency_id,
      ...enteredBy(context),
    })
    context.audit({
      entity: 'transaction.overpayment',
      entity_id: id,
      new_values: { employment_id, ...values },
    })
    return { id, status: 'asked' as const }
  },
})
