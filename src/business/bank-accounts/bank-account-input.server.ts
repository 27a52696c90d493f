/**
 * Input of the bank account verbs: every refusal under its field (spec §5), each check of registers.md §4.3 and §4.4.
 */
import modulus from 'uk-modulus-check'
import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'
import { currencyInput, mandatory } from '../parties/party-input.server.ts'
import { ibanFault, isAchRouting, plainIban, swift_form, ukPartsOf } from '../shared/bank-details.rules.ts'

const digits = (length: number) =>
  z
    .string()
    .trim()
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(
      z
        .string()
        .regex(/^\d*$/, { error: validationText.only_digits, abort: true })
        .regex(new RegExp(`^\\d{${length}}$`), { error: validationText.fixed_digits(length) }),
    )

const details = {
  bank_name: mandatory,
  account_holder_name: mandatory,
  account_number: digits(8).optional(),
  sort_code: digits(6).optional(),
  iban: z
    .string()
    .transform(plainIban)
    .superRefine((iban, context) => {
      const fault = ibanFault(iban)
      if (fault !== null) context.addIssue({ code: 'custom', message: fault })
    })
    .optional(),
  swift_code: z
    .string()
    .trim()
    .toUpperCase()
    .pipe(z.string().regex(swift_form, { error: validationText.matches }))
    .optional(),
  ach_routing: z.string().trim().refine(isAchRouting, { error: validationText.matches }).optional(),
}

type Details = {
  readonly account_number?: string | undefined
  readonly sort_code?: string | undefined
  readonly iban?: string | undefined
}

const no_such_account = 'This account number does not exist at this sort code: please check both'

/** Faults of the details together, by field. */
function faultsOf({ account_number, sort_code, iban }: Details): [field: keyof Details, message: string][] {
  if (account_number === undefined && iban === undefined) return [['account_number', validationText.required]]
  if (account_number !== undefined && sort_code === undefined && iban === undefined)
    return [['sort_code', validationText.required]]
  if (account_number === undefined && sort_code !== undefined)
    return [['account_number', validationText.required]]
  const faults: [keyof Details, string][] = []
  // Malformed fields have their own message already.
  if ((sort_code?.length ?? 6) !== 6 || (account_number?.length ?? 8) !== 8) return []
  if (iban !== undefined && ibanFault(iban) !== null) return []
  if (account_number !== undefined && sort_code !== undefined && !isUkAccount(sort_code, account_number))
    faults.push(['account_number', no_such_account])
  const inside = iban === undefined ? null : ukPartsOf(iban)
  if (inside && !isUkAccount(inside.sort_code, inside.account_number)) faults.push(['iban', no_such_account])
  const differs =
    inside !== null &&
    ((sort_code !== undefined && sort_code !== inside.sort_code) ||
      (account_number !== undefined && account_number !== inside.account_number))
  if (differs) faults.push(['iban', 'This IBAN names another account than the sort code and account number'])
  return faults
}

/**
 * Whether the account can exist by the weights of its sort code (Vocalink modulus check). A sort code that has none
 * cannot be checked, and passes (registers.md §4.4).
 */
export function isUkAccount(sort_code: string, account_number: string): boolean {
  return modulus.validateAccountDetails(sort_code, account_number)
}

const judge = (account: Details, context: z.core.$RefinementCtx) => {
  for (const [field, message] of faultsOf(account))
    context.addIssue({ code: 'custom', path: [field], message })
}

export const bankAccountInput = z
  .strictObject({
    ...details,
    currency: currencyInput,
    purpose: z.enum(['payout', 'trust', 'receipt']).default('payout'),
    business_id: z.uuid(),
  })
  .superRefine(judge)
export type BankAccountInput = Omit<z.infer<typeof bankAccountInput>, 'business_id'>

/** Of a new party, in the party's currency. */
export const bankDetailsInput = z.strictObject(details).superRefine(judge)
export type BankDetails = z.infer<typeof bankDetailsInput>

/** The new version of an account: currency and purpose stay. */
export const changedAccountInput = z.strictObject({ id: z.uuid(), ...details }).superRefine(judge)
