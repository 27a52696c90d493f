/** Types of answers and variables for each document that screens write in gql(…), printed as one module. */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  NoUnusedFragmentsRule,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  specifiedRules,
  type TypeNode,
  validate,
} from 'graphql'

export interface Source {
  readonly path: string
  readonly text: string
}

interface Definition {
  readonly name: string
  readonly path: string
  readonly node: OperationDefinitionNode | FragmentDefinitionNode
}

const scalar_types: Readonly<Record<string, string>> = {
  uuid: 'string',
  String: 'string',
  date: 'Day',
  timestamptz: 'string',
  numeric: 'number',
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
}

/** The server checks days in variables, and reads amounts from text too. */
const given_types: Readonly<Record<string, string>> = {
  ...scalar_types,
  date: 'string',
  numeric: 'number | string',
}

/** A document is written as gql(`query name…`) with nothing computed in it, so that it is known without running. */
function definitionsIn({ path, text }: Source): Definition[] {
  return [...text.matchAll(/\bgql\(\s*`([^`]*)`/g)].map(([, written = '']) => {
    if (written.includes('$' + '{'))
      throw new Error(`${path}: a document of gql(…) has a computed part; use a variable or a fragment`)
    if (!/^(query|fragment) \w+[ (]/.test(written))
      throw new Error(`${path}: a document of gql(…) starts with "query name" or "fragment name"`)
    const [node, second] = parse(written, { noLocation: true }).definitions
    if (
      second ||
      !node ||
      (node.kind !== Kind.OPERATION_DEFINITION && node.kind !== Kind.FRAGMENT_DEFINITION)
    )
      throw new Error(`${path}: gql(…) holds one query or one fragment`)
    return { name: node.name?.value ?? '', path, node }
  })
}

interface Selected {
  readonly node: FieldNode
  readonly optional: boolean
}

/** The values that an entity declares for a column: the schema calls them text. */
export type ChoicesOf = (type: string, field: string) => readonly string[]

class AnswerTypes {
  readonly #schema: GraphQLSchema
  readonly #choicesOf: ChoicesOf
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>

  constructor(
    schema: GraphQLSchema,
    choicesOf: ChoicesOf,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  ) {
    this.#schema = schema
    this.#choicesOf = choicesOf
    this.#fragments = fragments
  }

  /** Fields of fragments included; `@include` and `@skip` make a field optional. */
  #selected(selections: readonly SelectionNode[], within = false): Selected[] {
    return selections.flatMap((node) => {
      const optional = within || (node.directives ?? []).length > 0
      if (node.kind === Kind.FIELD) return [{ node, optional }]
      const set =
        node.kind === Kind.INLINE_FRAGMENT
          ? node.selectionSet
          : this.#fragments.get(node.name.value)?.selectionSet
      return this.#selected(set?.selections ?? [], optional)
    })
  }

  object(type: GraphQLObjectType, sets: readonly SelectionSetNode[], indent: string): string {
    const byKey = new Map<string, Selected[]>()
    for (const one of sets.flatMap((set) => this.#selected(set.selections))) {
      const key = one.node.alias?.value ?? one.node.name.value
      byKey.set(key, [...(byKey.get(key) ?? []), one])
    }
    const inner = `${indent}  `
    const lines = [...byKey].map(([key, found]) => {
      const field = type.getFields()[found[0]?.node.name.value ?? '']
      if (!field) throw new Error(`${type.name} has no field ${key}`)
      const below = found.flatMap(({ node }) => (node.selectionSet ? [node.selectionSet] : []))
      const mark = found.every((one) => one.optional) ? '?' : ''
      const choices = this.#choicesOf(type.name, field.name).map((value) => `'${value}'`)
      const named = getNamedType(field.type)
      const leaf = isObjectType(named)
        ? this.object(named, below, inner)
        : choices.join(' | ') || scalar_types[named.name] || `Json<'${type.name}.${field.name}'>`
      return `${inner}readonly ${key}${mark}: ${wrapped(field.type, leaf)}`
    })
    return `{\n${lines.join('\n')}\n${indent}}`
  }

  #input(node: TypeNode): string {
    if (node.kind === Kind.NON_NULL_TYPE) return this.#given(node.type)
    return `${this.#given(node)} | null`
  }

  #given(node: TypeNode): string {
    if (node.kind === Kind.LIST_TYPE) return `readonly (${this.#input(node.type)})[]`
    if (node.kind === Kind.NON_NULL_TYPE) return this.#given(node.type)
    const { value: name } = node.name
    if (name.endsWith('_bool_exp')) return 'Where'
    const type = this.#schema.getType(name)
    if (!isInputObjectType(type)) return given_types[name] ?? 'object'
    const fields = Object.values(type.getFields()).map(({ name: key, type: of }) => {
      const present = given_types[getNamedType(of).name] ?? 'object'
      return isNonNullType(of) ? `readonly ${key}: ${present}` : `readonly ${key}?: ${present} | null`
    })
    return name.endsWith('_args') ? `{ ${fields.join('; ')} }` : 'object'
  }

  variables({ variableDefinitions = [] }: OperationDefinitionNode): string {
    const declared = variableDefinitions.map(({ variable, type }) => {
      const mark = type.kind === Kind.NON_NULL_TYPE ? '' : '?'
      return `readonly ${variable.name.value}${mark}: ${this.#input(type)}`
    })
    return declared.length === 0 ? 'Readonly<Record<string, never>>' : `{ ${declared.join('; ')} }`
  }
}

/** The text of a type with the lists and nulls that stand around its named type. */
function wrapped(type: GraphQLOutputType, leaf: string): string {
  if (!isNonNullType(type)) return `${present(type, leaf)} | null`
  return present(type.ofType, leaf)
}

function present(type: GraphQLOutputType, leaf: string): string {
  if (!isListType(type)) return leaf
  const one = wrapped(type.ofType, leaf)
  return `readonly ${/ \| /.test(one) && !one.startsWith('{') ? `(${one})` : one}[]`
}

function partsOf({ selections }: SelectionSetNode): string[] {
  return selections.flatMap((node) => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return [node.name.value]
    return node.selectionSet ? partsOf(node.selectionSet) : []
  })
}

const head = `/**
 * Types of the documents in gql(…), made from schema.graphql by \`npm run queries\`. Do not edit.
 */
import type { Where } from '#entity/filter.ts'
import type { Day } from '#kernel/day.ts'
import type { Json } from './json-columns.ts'

export interface Queries {
`

/** @throws with every document that does not fit the schema */
export function printQueries(
  schema: GraphQLSchema,
  choicesOf: ChoicesOf,
  sources: readonly Source[],
): string {
  const definitions = sources.flatMap(definitionsIn).sort((a, b) => (a.name < b.name ? -1 : 1))
  const faults = definitions.flatMap(({ name, path }, at) => {
    const same = definitions[at + 1]
    return same?.name === name ? [`${path} and ${same.path} both name a document ${name}`] : []
  })
  const fragments = new Map(
    definitions.flatMap(({ name, node }) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[name, node] as const] : [],
    ),
  )
  const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule)
  const types = new AnswerTypes(schema, choicesOf, fragments)
  const printed = definitions.map(({ name, path, node }) => {
    const parts = [...new Set(partsOf(node.selectionSet))]
    const used = parts.flatMap((part) => fragments.get(part) ?? [])
    const found = validate(schema, { kind: Kind.DOCUMENT, definitions: [node, ...used] }, rules)
    faults.push(...found.map(({ message }) => `${path}, ${name}: ${message}`))
    if (found.length > 0) return ''
    const isQuery = node.kind === Kind.OPERATION_DEFINITION
    const type = isQuery ? schema.getQueryType() : schema.getType(node.typeCondition.name.value)
    if (!isObjectType(type)) return ''
    return `  /** ${path} */
  readonly ${name}: {
    readonly variables: ${isQuery ? types.variables(node) : 'never'}
    readonly parts: readonly [${parts.map((part) => `'${part}'`).join(', ')}]
    readonly answer: ${types.object(type, [node.selectionSet], '    ')}
  }
`
  })
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return `${head}${printed.join('')}}\n`
}
