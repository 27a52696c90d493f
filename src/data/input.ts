/**
 * Arguments and variables, read by their type into one tree. Scalars become slots (parameters); everything that changes
 * the SQL text stays in the tree, and in the key under which a plan is kept.
 */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type ValueNode,
} from 'graphql'
import type { Claim } from '#entity/access.ts'
import { DataFault } from './fault.ts'
import { LIMITS } from './limits.ts'
import { expectedText, kindOfJson, readScalar } from './scalar-values.ts'

/** Where a parameter's value comes from when the plan runs. */
export type Slot =
  | { readonly from: 'variable'; readonly index: number }
  | { readonly from: 'constant'; readonly value: unknown }
  | { readonly from: 'claim'; readonly claim: Claim['claim'] }
  | { readonly from: 'today' }

export type Input =
  | { readonly is: 'null' }
  | { readonly is: 'slot'; readonly slot: Slot; readonly scalar: string; readonly is_list: boolean }
  /** Written into the SQL text: limits, switches and paths. */
  | { readonly is: 'plain'; readonly value: unknown }
  | { readonly is: 'enum'; readonly value: string }
  | { readonly is: 'list'; readonly items: readonly Input[] }
  | { readonly is: 'object'; readonly fields: ReadonlyMap<string, Input> }

/** A variable of the request, read by the type it was declared with. */
export interface ReadVariable {
  readonly type: GraphQLInputType
  readonly input: Input
}

/**
 * How a value takes part in the statement: as a parameter, as text of it, or (offsets) as text when zero. With a limit
 * as a parameter PostgreSQL plans anew on every execution (data-api.md), and pages would each need a plan of their own.
 */
export type Use = 'parameter' | 'text' | 'offset'

const USES: Readonly<Record<string, Use>> = {
  limit: 'text',
  offset: 'offset',
  distinct: 'text',
  path: 'text',
  if: 'text',
  _is_null: 'text',
}

/** @param name of the argument or input field where the value stands */
export const roleAt = (name: string): Use => USES[name] ?? 'parameter'

const NULL: Input = { is: 'null' }

export const NEGATIVE_TEXT =
  "expected a non-negative 32-bit integer for type 'Int', but found a negative number"

/** Reads one request's values. One is made per request for variables, and one per compilation for literals. */
export class InputReader {
  /** Values of the slots that came from variables. */
  readonly values: unknown[] = []
  /** What the variables' structure adds to a plan's key. */
  key = ''
  readonly #path: string[]
  #objects = 0
  #depth = 0

  constructor(path: readonly string[] = []) {
    this.#path = [...path]
  }

  fault(message: string): DataFault {
    return new DataFault(
      'validation-failed',
      message,
      `$${this.#path.map((part) => (part.startsWith('[') ? part : `.${part}`)).join('')}`,
    )
  }

  #enter<T>(part: string, read: () => T): T {
    this.#path.push(part)
    this.#depth += 1
    if (this.#depth > LIMITS.input_depth * 2)
      throw this.#limit(`nested deeper than ${LIMITS.input_depth} levels`)
    const result = read()
    this.#path.pop()
    this.#depth -= 1
    return result
  }

  #limit(what: string): DataFault {
    return new DataFault('limit-exceeded', `the request's input is ${what}`, this.fault('').path)
  }

  #countObject(): void {
    this.#objects += 1
    if (this.#objects > LIMITS.input_objects) throw this.#limit(`more than ${LIMITS.input_objects} objects`)
  }

  #countItems(items: readonly unknown[]): void {
    if (items.length > LIMITS.list_items) throw this.#limit(`a list of more than ${LIMITS.list_items} items`)
  }

  /** A variable's value, found at `$.variables.name`. Slots number the reader's `values`. */
  variable(name: string, type: GraphQLInputType, value: unknown, use: Use): Input {
    return this.#enter(name, () => this.#json(type, value, use))
  }

  #json(type: GraphQLInputType, value: unknown, use: Use): Input {
    if (value === null || value === undefined) {
      if (isNonNullType(type)) throw this.fault(`unexpected null value for type '${getNamedType(type).name}'`)
      this.key += 'n'
      return NULL
    }
    const bare = isNonNullType(type) ? type.ofType : type
    if (isListType(bare)) return this.#jsonList(bare.ofType, Array.isArray(value) ? value : [value])
    if (isInputObjectType(bare)) return this.#jsonObject(bare, value)
    if (isEnumType(bare)) {
      if (typeof value !== 'string' || !bare.getValue(value)) throw this.fault(enumText(bare, value))
      this.key += `:${value}`
      return { is: 'enum', value }
    }
    const read = this.#scalar(bare.name, value)
    if (use === 'text' || (use === 'offset' && read === 0)) {
      this.key += `=${JSON.stringify(read)}`
      return { is: 'plain', value: read }
    }
    if (use === 'offset' && Number(read) < 0) throw this.fault(NEGATIVE_TEXT)
    this.key += 's'
    return { is: 'slot', slot: this.#slot(read), scalar: bare.name, is_list: false }
  }

  #scalar(scalar: string, value: unknown): unknown {
    const read = readScalar(scalar, value)
    if (read === undefined) throw this.fault(expectedText(scalar, value))
    return read
  }

  #slot(value: unknown): Slot {
    this.values.push(value)
    return { from: 'variable', index: this.values.length - 1 }
  }

  #jsonList(item: GraphQLInputType, values: readonly unknown[]): Input {
    this.#countItems(values)
    const scalar = scalarItem(item)
    if (scalar) {
      const list = values.map((value, n) => this.#enter(`[${n}]`, () => this.#scalar(scalar, value)))
      this.key += 'a'
      return { is: 'slot', slot: this.#slot(list), scalar, is_list: true }
    }
    this.key += '['
    const items = values.map((value, n) => this.#enter(`[${n}]`, () => this.#json(item, value, 'parameter')))
    this.key += ']'
    return { is: 'list', items }
  }

  #jsonObject(type: GraphQLInputObjectType, value: unknown): Input {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.fault(`expected an object for type '${type.name}', but found ${kindOfJson(value)}`)
    }
    this.#countObject()
    const known = type.getFields()
    const fields = new Map<string, Input>()
    this.key += '{'
    for (const [name, one] of Object.entries(value)) {
      const field = Object.hasOwn(known, name) ? known[name] : undefined
      if (!field) throw this.#enter(name, () => this.fault(notFoundText(name, type.name)))
      this.key += `"${name}"`
      fields.set(
        name,
        this.#enter(name, () => this.#json(field.type, one, roleAt(name))),
      )
    }
    this.key += '}'
    this.#checkRequired(type, fields)
    return { is: 'object', fields }
  }

  #checkRequired(type: GraphQLInputObjectType, fields: ReadonlyMap<string, Input>): void {
    for (const field of Object.values(type.getFields())) {
      if (isNonNullType(field.type) && !fields.has(field.name))
        throw this.fault(`missing required field '${field.name}'`)
    }
  }

  /** A literal of the document; variables in it are taken from those that were read. */
  literal(
    part: string,
    type: GraphQLInputType,
    node: ValueNode,
    variables: ReadonlyMap<string, ReadVariable>,
  ): Input {
    return this.#enter(part, () => this.#node(type, node, roleAt(part), variables))
  }

  /** The value a variable has where none is sent. */
  standard(
    name: string,
    type: GraphQLInputType,
    node: ValueNode,
    use: Use,
    none: ReadonlyMap<string, ReadVariable>,
  ): Input {
    return this.#enter(name, () => this.#node(type, node, use, none))
  }

  #node(
    type: GraphQLInputType,
    node: ValueNode,
    use: Use,
    variables: ReadonlyMap<string, ReadVariable>,
  ): Input {
    if (node.kind === 'Variable') return this.#used(type, node.name.value, variables)
    if (node.kind === 'NullValue') {
      if (isNonNullType(type)) throw this.fault(`unexpected null value for type '${getNamedType(type).name}'`)
      return NULL
    }
    const bare = isNonNullType(type) ? type.ofType : type
    if (isListType(bare))
      return this.#nodeList(bare.ofType, node.kind === 'ListValue' ? node.values : [node], variables)
    if (isInputObjectType(bare)) return this.#nodeObject(bare, node, variables)
    if (isEnumType(bare)) {
      if (node.kind !== 'EnumValue' || !bare.getValue(node.value))
        throw this.fault(enumText(bare, 'value' in node ? node.value : null))
      return { is: 'enum', value: node.value }
    }
    const value = this.#scalar(bare.name, jsonOf(node, bare.name, variables))
    if (use !== 'parameter') return { is: 'plain', value }
    return { is: 'slot', slot: { from: 'constant', value }, scalar: bare.name, is_list: false }
  }

  #nodeList(
    item: GraphQLInputType,
    nodes: readonly ValueNode[],
    variables: ReadonlyMap<string, ReadVariable>,
  ): Input {
    this.#countItems(nodes)
    const scalar = scalarItem(item)
    if (scalar && !nodes.some((node) => node.kind === 'Variable')) {
      const value = nodes.map((node, n) =>
        this.#enter(`[${n}]`, () => this.#scalar(scalar, jsonOf(node, scalar, variables))),
      )
      return { is: 'slot', slot: { from: 'constant', value }, scalar, is_list: true }
    }
    return {
      is: 'list',
      items: nodes.map((node, n) =>
        this.#enter(`[${n}]`, () => this.#node(item, node, 'parameter', variables)),
      ),
    }
  }

  #nodeObject(
    type: GraphQLInputObjectType,
    node: ValueNode,
    variables: ReadonlyMap<string, ReadVariable>,
  ): Input {
    if (node.kind !== 'ObjectValue')
      throw this.fault(`expected an object for type '${type.name}', but found ${nodeKind(node)}`)
    this.#countObject()
    const known = type.getFields()
    const fields = new Map<string, Input>()
    for (const {
      name: { value: name },
      value,
    } of node.fields) {
      const field = Object.hasOwn(known, name) ? known[name] : undefined
      if (!field) throw this.#enter(name, () => this.fault(notFoundText(name, type.name)))
      // A variable that was not sent is a field that was not written; but a filter must not widen by it.
      const isAbsent = value.kind === 'Variable' && !variables.has(value.name.value)
      if (isAbsent && !isNonNullType(field.type) && !type.name.endsWith('_comparison_exp')) continue
      fields.set(name, this.literal(name, field.type, value, variables))
    }
    this.#checkRequired(type, fields)
    return { is: 'object', fields }
  }

  #used(type: GraphQLInputType, name: string, variables: ReadonlyMap<string, ReadVariable>): Input {
    const variable = variables.get(name)
    if (!variable) {
      if (isNonNullType(type)) throw this.fault(`expecting a value for non-nullable variable: "${name}"`)
      return NULL
    }
    const { input } = variable
    if (!fits(variable.type, type)) {
      throw this.fault(
        `variable '${name}' is declared as '${String(variable.type)}', but used where '${String(type)}' is expected`,
      )
    }
    if (input.is === 'null' && isNonNullType(type))
      throw this.fault(`unexpected null value for type '${getNamedType(type).name}'`)
    const wantsList = isListType(isNonNullType(type) ? type.ofType : type)
    if (!wantsList || input.is === 'null' || input.is === 'list' || (input.is === 'slot' && input.is_list))
      return input
    return { is: 'list', items: [input] }
  }
}

const depthOf = (type: GraphQLInputType): number => {
  if (isNonNullType(type)) return depthOf(type.ofType)
  return isListType(type) ? 1 + depthOf(type.ofType) : 0
}

/** One item may stand where a list is wanted, as everywhere in GraphQL; null is judged by the value that came. */
function fits(declared: GraphQLInputType, wanted: GraphQLInputType): boolean {
  const have = depthOf(declared)
  const want = depthOf(wanted)
  return (
    getNamedType(declared).name === getNamedType(wanted).name && (have === want || (have === 0 && want === 1))
  )
}

/** The scalar of a list's items, where the list can be one parameter. */
function scalarItem(item: GraphQLInputType): string | null {
  const bare = isNonNullType(item) ? item.ofType : item
  const isPlain = !(isListType(bare) || isInputObjectType(bare) || isEnumType(bare))
  return isPlain ? (bare as GraphQLNamedType).name : null // What is left are scalars.
}

const NODE_KINDS: Readonly<Record<string, string>> = {
  ListValue: 'a list',
  ObjectValue: 'an object',
  NullValue: 'null',
}
const nodeKind = (node: ValueNode): string => NODE_KINDS[node.kind] ?? 'a scalar'

const notFoundText = (name: string, type: string) => `field '${name}' not found in type: '${type}'`

function enumText(
  type: { name: string; getValues: () => readonly { name: string }[] },
  value: unknown,
): string {
  const names = type.getValues().map((one) => `'${one.name}'`)
  const found = typeof value === 'string' ? `'${value}'` : kindOfJson(value)
  return `expected one of the values [${names.join(', ')}] for type '${type.name}', but found ${found}`
}

/** A literal as JSON. Numbers keep their digits as text where the scalar takes text. */
function jsonOf(node: ValueNode, scalar: string, variables: ReadonlyMap<string, ReadVariable>): unknown {
  switch (node.kind) {
    case 'IntValue':
    case 'FloatValue':
      return scalar === 'numeric' ? node.value : Number(node.value)
    case 'StringValue':
    case 'BooleanValue':
      return node.value
    case 'EnumValue':
      throw new DataFault('validation-failed', expectedText(scalar, { enum: node.value }))
    case 'NullValue':
      return null
    case 'ListValue':
      return node.values.map((one) => jsonOf(one, 'jsonb', variables))
    case 'ObjectValue':
      return Object.fromEntries(
        node.fields.map((field) => [field.name.value, jsonOf(field.value, 'jsonb', variables)]),
      )
    case 'Variable':
      throw new DataFault(
        'validation-failed',
        'a variable cannot stand inside a JSON literal: pass the whole value as a variable',
      )
  }
}
