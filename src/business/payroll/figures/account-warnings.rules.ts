/** Warnings about invented workers: one account for two workers, and first pay without work (N06). Pure. */

type Payee = {
  readonly name: string
  /** Workers of the agency who are paid into the same account, by any run. */
  readonly shares_account_with: readonly string[]
  /** Payslips before. */
  readonly before: readonly unknown[]
}

/** Timesheets, and fees inside IR35. */
type Work = { readonly works: readonly unknown[]; readonly besides: { readonly deemed: readonly unknown[] } }

export function accountWarnings(
  { name, shares_account_with, before }: Payee,
  { works, besides: { deemed } }: Work,
): (readonly ['N06', string])[] {
  const has_no_work = before.length + works.length + deemed.length === 0
  return [
    ...shares_account_with.map((other) => ['N06', `Paid into the account of ${other}`] as const),
    ...(has_no_work ? [['N06', `${name} is paid for the first time, and has no timesheet`] as const] : []),
  ]
}
