/** The first fee rule of a new agency, as its form has it (onboarding §2.2). Pure. */

export const first_fee_names = ['fee_rule_type', 'fee_rule_value', 'fee_rule_base', 'fee_rule_from'] as const

/** As typed; null without a value. */
export type FirstFee = Readonly<Partial<Record<(typeof first_fee_names)[number], string>>>

export function firstFeeOf(values: Readonly<Record<string, unknown>>): FirstFee | null {
  const typed = first_fee_names.flatMap((name) => {
    const one = values[name]
    return typeof one === 'string' && one.trim() !== '' ? [[name, one.trim()] as const] : []
  })
  const fee: FirstFee = Object.fromEntries(typed)
  return fee.fee_rule_value === undefined ? null : fee
}
