/**
 * Arguments and variables, read by their type into one tree. Scalars become slots (parameters); everything that changes
 * the SQL text stays in the tree, and in the key under which a plan is kept.
 */
import type { GraphQLInputType } from 'graphql'
import type { Claim } from '#entity/access.ts'

/** Where a parameter's value comes from when the plan runs. */
export type Slot =
  | { readonly from: 'variable'; readonly index: number }
  | { readonly from: 'constant'; readonly value: unknown }
  | { readonly from: 'claim'; readonly claim: Claim['claim'] }
  | { readonly from: 'today' }
  | { readonly from: 'now' }

export type Input =
  | { readonly is: 'null' }
  | { readonly is: 'slot'; readonly slot: Slot; readonly scalar: string; readonly is_list: boolean }
  /** Written into the SQL text: limits, switches and paths. */
  | { readonly is: 'plain'; readonly value: unknown }
  | { readonly is: 'enum'; readonly value: string }
  | { readonly is: 'list'; readonly items: readonly Input[] }
  | { readonly is: 'object'; readonly fields: ReadonlyMap<string, Input> }

export const NULL: Input = { is: 'null' }

/** A variable of the request, read by the type it was declared with. */
export interface ReadVariable {
  readonly type: GraphQLInputType
  readonly input: Input
}

export type Variables = ReadonlyMap<string, ReadVariable>

/**
 * How a value takes part in the statement: as a parameter (a pattern is read before), as text of it, or (offsets) as text
 * when zero. With a limit as a parameter PostgreSQL makes a new plan on every execution (data-endpoint.md), and pages would each
 * need a plan of their own.
 */
export type Use = 'parameter' | PatternUse | 'text' | 'offset'

/** `patterns`: one variable as a regular expression and as a pattern of `similar to`. */
export type PatternUse = 'like' | 'regex' | 'similar' | 'patterns'

const USES: Readonly<Record<string, Use>> = {
  limit: 'text',
  offset: 'offset',
  distinct: 'text',
  path: 'text',
  if: 'text',
  _is_null: 'text',
  _like: 'like',
  _nlike: 'like',
  _ilike: 'like',
  _nilike: 'like',
  _similar: 'similar',
  _nsimilar: 'similar',
  _regex: 'regex',
  _nregex: 'regex',
  _iregex: 'regex',
  _niregex: 'regex',
}

/** @param name of the argument or input field with the value */
export const usageOf = (name: string): Use => USES[name] ?? 'parameter'

const PATTERN_USES: ReadonlySet<string> = new Set<PatternUse>(['like', 'regex', 'similar', 'patterns'])

export const isPatternUse = (use: Use): use is PatternUse => PATTERN_USES.has(use)

/** The use of a variable in several places: text serves every use, and a pattern must suit them all. */
export function bothUses(one: Use, other: Use): Use {
  if (one === other || one === 'text' || other === 'parameter') return one
  if (other === 'text' || one === 'parameter' || one === 'like') return other
  // An offset is a number, which no pattern is.
  return other === 'like' || !isPatternUse(one) || !isPatternUse(other) ? one : 'patterns'
}

export const NEGATIVE_TEXT =
  "expected a non-negative 32-bit integer for type 'Int', but found a negative number"
