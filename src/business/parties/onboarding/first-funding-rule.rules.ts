/** The first funding rule of a new funder, as its form has it (onboarding §2.2). Pure. */

/** The day from which the age of a debt counts (money.md §1.9). */
export const age_bases = [
  { value: 'raised_date', label: 'Raised date' },
  { value: 'due_date', label: 'Due date' },
] as const

const prefix = 'funding_rule_'
const names = [
  'funding_rule_age_days',
  'funding_rule_age_basis',
  'funding_rule_part_paid_days',
  'funding_rule_advance_percent',
  'funding_rule_concentration_percent',
  'funding_rule_reassign_days',
  'funding_rule_holds_payments',
  'funding_rule_from',
] as const
type Name = (typeof names)[number]

/** As typed, by the names of the form; null without an age limit. */
export type FirstFundingRule = Readonly<Partial<Record<Name, string>>>

export function firstFundingRuleOf(values: Readonly<Record<string, unknown>>): FirstFundingRule | null {
  const typed = names.flatMap((name) => {
    const one = values[name]
    if (typeof one === 'boolean') return [[name, String(one)] as const]
    return typeof one === 'string' && one.trim() !== '' ? [[name, one.trim()] as const] : []
  })
  const rule: FirstFundingRule = Object.fromEntries(typed)
  return rule.funding_rule_age_days === undefined ? null : rule
}

const whole = ['age_days', 'part_paid_days', 'reassign_days']

/** The rule as `business.funding_rule.set` takes it: the form keeps numbers and flags as text. */
export function fundingRuleInputOf(rule: FirstFundingRule, today: string): Record<string, unknown> {
  const { funding_rule_from: from = today, ...facts } = rule
  const entries = Object.entries(facts).map(([name, text]): [string, unknown] => {
    const own = name.slice(prefix.length)
    if (own === 'holds_payments') return [own, text === 'true']
    return [own, whole.includes(own) ? Number(text) : text]
  })
  return { ...Object.fromEntries(entries), effective_from: from }
}
