import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { dayInput, mandatory } from '../../parties/party-input.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { attachment_order } from './deduction.entity.ts'
import { type OrderKind, orderFaults } from './deduction.rules.ts'
import { lockEmployment, optionalAmount, penceOf, requirePayroll } from './employment-input.server.ts'
import { factRow } from './fact-row.server.ts'

const computed = ['dea', 'council_tax', 'deo', 'aeo_priority', 'aeo_civil', 'ccaeo'] as const
const refused = ['scottish_arrestment', 'welsh_council_tax', 'northern_ireland'] as const

const input = z.strictObject({
  employment_id: z.uuid(),
  kind: z.enum([...computed, ...refused]),
  authority: mandatory,
  reference: mandatory,
  order_date: dayInput,
  received_on: dayInput,
  rate: z.enum(['standard', 'higher', 'fixed', 'table', 'given']),
  amount: optionalAmount,
  protected_earnings: optionalAmount,
  debt: optionalAmount,
  charges_admin_fee: z.boolean().default(false),
})

/** Adds an order of a court or an authority. Payroll deducts it in the order that the law gives. */
export const addAttachmentOrder = verb({
  action_id: 'business.attachment_order.add',
  since: '0.1.0',
  summary: 'Adds an order to deduct a debt from the pay of a worker',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { employment_id, ...asked }) => {
    const { tx, clock } = context
    const employment = await lockEmployment(context, employment_id)
    requirePayroll(employment)
    const taken = await tx.row(
      `select id from business.attachment_order where employment_id = $1 and authority = $2 and reference = $3`,
      [employment.id, asked.authority, asked.reference],
    )
    const errors = {
      ...orderFaults({
        ...asked,
        has_amount: asked.amount !== undefined,
        has_protected_earnings: asked.protected_earnings !== undefined,
        today: clock.today(),
      }),
      ...notAbove({ amount: asked.amount, debt: asked.debt }),
      ...((penceOf(asked.protected_earnings) ?? 0) < 0
        ? { protected_earnings: validationText.positive }
        : {}),
      ...(taken ? { reference: validationText.unique_existing } : {}),
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const values = {
      employment_id: employment.id,
      ...asked,
      kind: asked.kind as OrderKind, // Another kind is a fault.
      amount: asked.amount ?? null,
      protected_earnings: asked.protected_earnings ?? null,
      debt: asked.debt ?? null,
    }
    const row = factRow(context, employment)
    await insertRow(tx, attachment_order, {
      ...row,
      ...values,
      ended_on: null,
      end_reason: null,
      currency_id: await currencyId(context, 'GBP'),
    })
    const { debt: _, ...told } = values
    // The agency reads its own audit, and the debt is not for it.
    context.audit({ entity: 'business.attachment_order', entity_id: row.id, new_values: told })
    return { id: row.id }
  },
})

/** The fields whose amount is not above nothing. */
const notAbove = (amounts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(amounts)
      .filter(([, amount]) => amount !== undefined && (penceOf(amount) ?? 0) <= 0)
      .map(([name]) => [name, validationText.positive]),
  )
