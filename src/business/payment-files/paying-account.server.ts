/** The paying account of a batch, and its bank's header fields: docs/payment-files.md. */
import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { Tx } from '#server/verb.ts'
import type { FileAccount } from './payment-file.rules.ts'

/** Header fields equal in every file of an account; serial and file number are asked each time. */
export const remembered_header = {
  service_user_number: z
    .string()
    .trim()
    .regex(/^\d{6}$/, { error: validationText.fixed_digits(6) })
    .optional(),
  owner_at: z.enum(['42', '32'], { error: validationText.matches }).default('42'),
  message_version: z.enum(['09', '03'], { error: validationText.matches }).default('09'),
  initiator_id: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9/?:().,'+ -]{1,35}$/, {
      error: 'At most 35 letters, digits and signs that banks take',
    })
    .optional(),
  batch_booking: z.boolean({ error: validationText.matches }).default(true),
}

/** @throws precondition where the principal has no confirmed account in the currency */
export async function payingAccount(
  tx: Tx,
  batch: { readonly principal_id: string; readonly currency_id: string; readonly currency: string },
): Promise<FileAccount & { readonly id: string }> {
  const payer = await tx.row<FileAccount & { readonly id: string }>(
    `select id, account_holder_name as name, account_number, sort_code, iban, swift_code from business.bank_account
     where business_id = $1 and currency_id = $2 and status = 'confirmed' and deleted_at is null and purpose in ('trust', 'receipt')
     order by purpose desc limit 1`,
    [batch.principal_id, batch.currency_id],
  )
  if (!payer) throw precondition(`There is no confirmed account in ${batch.currency} to pay from`)
  return payer
}
