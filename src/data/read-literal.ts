import { type GraphQLInputType, getNamedType, isListType, isNonNullType, type ValueNode } from 'graphql'
import { DataFault } from './fault.ts'
import { type Input, isPatternUse, NULL, type Use, usageOf, type Variables } from './input.ts'
import { type Shape, shapeOf } from './input-shape.ts'
import { Reading } from './reading.ts'
import { expectedText } from './scalar-values.ts'

/** Reads the literals of a document; variables in them are taken from those that were read. */
export class LiteralReader extends Reading {
  readonly #variables: Variables

  constructor(path: readonly string[], variables: Variables) {
    super(path)
    this.#variables = variables
  }

  /** The value at an argument or input field. */
  read(name: string, type: GraphQLInputType, node: ValueNode, use: Use = usageOf(name)): Input {
    return this.#step(name, shapeOf(type), type, node, use)
  }

  #step(part: string, shape: Shape, type: GraphQLInputType | null, node: ValueNode, use: Use): Input {
    this.enter(part)
    const input =
      node.kind === 'Variable' ? this.#used(shape, type, node.name.value) : this.#value(shape, node, use)
    this.leave()
    return input
  }

  #value(shape: Shape, node: ValueNode, use: Use): Input {
    if (node.kind === 'NullValue') {
      if (shape.nonNull) throw this.refuseNull(shape)
      return NULL
    }
    if (shape.is === 'list') return this.#list(shape.item, node.kind === 'ListValue' ? node.values : [node])
    if (shape.is === 'object') return this.#object(shape, node)
    if (shape.is === 'enum') {
      if (node.kind !== 'EnumValue' || !shape.values.has(node.value)) {
        throw this.refuseEnum(shape, 'value' in node ? node.value : [])
      }
      return { is: 'enum', value: node.value }
    }
    const value = this.#scalar(shape, node)
    if (isPatternUse(use)) this.checkPattern(value, use)
    else if (use !== 'parameter') return { is: 'plain', value }
    return { is: 'slot', slot: { from: 'constant', value }, scalar: shape.name, is_list: false }
  }

  #scalar(shape: Shape & { is: 'scalar' }, node: ValueNode): unknown {
    const value = jsonOf(node, shape.name)
    const read = shape.read(value)
    if (read === undefined) throw this.fault(expectedText(shape.name, value))
    return read
  }

  #list(item: Shape, nodes: readonly ValueNode[]): Input {
    this.countItems(nodes)
    if (item.is === 'scalar' && !nodes.some((node) => node.kind === 'Variable')) {
      const value = nodes.map((node, n) => {
        this.enter(`[${n}]`)
        const read = this.#scalar(item, node)
        this.leave()
        return read
      })
      return { is: 'slot', slot: { from: 'constant', value }, scalar: item.name, is_list: true }
    }
    return { is: 'list', items: nodes.map((node, n) => this.#step(`[${n}]`, item, null, node, 'parameter')) }
  }

  #object(shape: Shape & { is: 'object' }, node: ValueNode): Input {
    if (node.kind !== 'ObjectValue') {
      throw this.fault(`expected an object for type '${shape.name}', but found ${nodeKind(node)}`)
    }
    this.countObject()
    const { byName, required } = shape.fields()
    const fields = new Map<string, Input>()
    for (const {
      name: { value: name },
      value,
    } of node.fields) {
      const known = byName.get(name)
      if (!known) throw this.refuseField(name, shape)
      if (fields.has(name)) throw this.fault(`the field '${name}' is given twice`, name)
      // A variable that was not sent is a field that was not written; but a filter must not widen by it.
      const isAbsent = value.kind === 'Variable' && !this.#variables.has(value.name.value)
      if (isAbsent && !known.shape.nonNull && !shape.name.endsWith('_comparison_exp')) continue
      fields.set(name, this.#step(name, known.shape, null, value, known.use))
    }
    this.requireFields(required, fields)
    return { is: 'object', fields }
  }

  #used(shape: Shape, type: GraphQLInputType | null, name: string): Input {
    const variable = this.#variables.get(name)
    if (!variable) {
      if (shape.nonNull) throw this.fault(`expecting a value for non-nullable variable: "${name}"`)
      return NULL
    }
    const { input } = variable
    if (!fits(variable.type, shape)) {
      const wanted = type ? String(type) : shape.name
      throw this.fault(
        `variable '${name}' is declared as '${String(variable.type)}', but used where '${wanted}' is expected`,
      )
    }
    if (input.is === 'null' && shape.nonNull) throw this.refuseNull(shape)
    const isWhole =
      shape.is !== 'list' ||
      input.is === 'null' ||
      input.is === 'list' ||
      (input.is === 'slot' && input.is_list)
    return isWhole ? input : { is: 'list', items: [input] }
  }
}

function depthOf(type: GraphQLInputType): number {
  if (isNonNullType(type)) return depthOf(type.ofType)
  return isListType(type) ? 1 + depthOf(type.ofType) : 0
}

const listDepth = (shape: Shape): number => (shape.is === 'list' ? 1 + listDepth(shape.item) : 0)

/** One item may replace a list, as everywhere in GraphQL; null is judged by the value that came. */
function fits(declared: GraphQLInputType, wanted: Shape): boolean {
  const have = depthOf(declared)
  const want = listDepth(wanted)
  return getNamedType(declared).name === wanted.name && (have === want || (have === 0 && want === 1))
}

const NODE_KINDS: Readonly<Record<string, string>> = { ListValue: 'a list', ObjectValue: 'an object' }
const nodeKind = (node: ValueNode): string => NODE_KINDS[node.kind] ?? 'a scalar'

/** A literal as JSON. Numbers keep their digits as text where the scalar takes text. */
function jsonOf(node: ValueNode, scalar: string): unknown {
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
      return node.values.map((one) => jsonOf(one, 'jsonb'))
    case 'ObjectValue':
      return Object.fromEntries(node.fields.map((field) => [field.name.value, jsonOf(field.value, 'jsonb')]))
    case 'Variable':
      throw new DataFault(
        'validation-failed',
        'a variable cannot stand inside a JSON literal: pass the whole value as a variable',
      )
  }
}
