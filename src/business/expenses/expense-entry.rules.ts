/** An expense while it is typed. Pure. */

export type TypedLine = {
  readonly key: string
  readonly from_date: string
  readonly type: string
  readonly description: string
  readonly amount: string
  readonly tax_amount: string
  readonly is_disbursement: boolean
}

export type Typed = {
  readonly details: readonly TypedLine[]
  readonly po_number: string
  readonly comment: string
}
