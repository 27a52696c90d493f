/** Bank accounts of the demo world, with sort codes reserved for examples (00-00-00 to 00-99-99). */
import { iban } from './registers.ts'
import type { Stage } from './stage.ts'

export type DemoAccount = {
  readonly bank_name: string
  readonly account_holder_name: string
  readonly account_number: string
  readonly sort_code: string
  readonly iban: string
  readonly swift_code: string
  readonly currency: 'GBP' | 'EUR'
}

const banks = [
  { name: 'Lombard & Vine Bank', letters: 'LOVI' },
  { name: 'Severn Mutual Bank', letters: 'SEVM' },
  { name: 'Bank of Tyne', letters: 'BTYN' },
] as const

/** An account derived from its holder's name, the same in every world. */
export function payoutAccount(holder: string, currency: 'GBP' | 'EUR'): DemoAccount {
  let hash = currency === 'GBP' ? 7 : 11
  for (const letter of holder) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 89_999_983
  const bank = banks[hash % banks.length] ?? banks[0]
  const sort_code = `00${String(1000 + (hash % 8999))}`
  const account_number = String(10_000_000 + hash).slice(0, 8)
  return {
    bank_name: bank.name,
    account_holder_name: holder,
    account_number,
    sort_code,
    iban: iban('GB', `${bank.letters}${sort_code}${account_number}`),
    swift_code: `${bank.letters}GB2L`,
    currency,
  }
}

/** Entered by one person and confirmed by another (quality S16). @returns the account's id */
export async function makeAccount(
  stage: Stage,
  person: string,
  business_id: string,
  account: DemoAccount,
  purpose: 'trust' | 'receipt' | 'payout',
): Promise<string> {
  const made = await stage.act<{ id: string }>(person, 'business.bank_account.create', {
    business_id,
    ...account,
    purpose,
  })
  await stage.act('provider_approver', 'business.bank_account.confirm', { id: made.id })
  return made.id
}
