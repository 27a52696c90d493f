/** A document that would be raised, as its preview shows it. */
export type PreviewDocument = {
  readonly type: string
  readonly from: string
  readonly to: string
  readonly amount: string
  readonly tax_amount: string
  readonly total_amount: string
  readonly due_date: string
  readonly release_condition: string
  readonly is_debit: boolean
  readonly lines: readonly {
    readonly description: string
    readonly amount: string
    readonly tax_amount: string
  }[]
}
