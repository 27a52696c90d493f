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
 * How a value takes part in the statement: as a parameter (a regular expression is looked at before), as text of it, or
 * (offsets) as text when zero. With a limit
 * as a parameter PostgreSQL plans anew on every execution (data-endpoint.md), and pages would each need a plan of their own.
 */
export type Use = 'parameter' | 'pattern' | 'text' | 'offset'

const USES: Readonly<Record<string, Use>> = {
  limit: 'text',
  offset: 'offset',
  distinct: 'text',
  path: 'text',
  if: 'text',
  _is_null: 'text',
  _similar: 'pattern',
  _nsimilar: 'pattern',
  _regex: 'pattern',
  _nregex: 'pattern',
  _iregex: 'pattern',
  _niregex: 'pattern',
}

/** @param name of the argument or input field where the value stands */
export const usageOf = (name: string): Use => USES[name] ?? 'parameter'

export const NEGATIVE_TEXT =
  "expected a non-negative 32-bit integer for type 'Int', but found a negative number"
