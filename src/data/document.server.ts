/** A request's document: parsed under limits, its operations and the variables each declares. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  isNullableType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type TypeNode,
  type ValueNode,
  visit,
} from 'graphql'
import { DataFault } from './fault.ts'
import { bothUses, type ReadVariable, type Use, usageOf, type Variables } from './input.ts'
import { type Shape, shapeOf } from './input-shape.ts'
import { LIMITS } from './limits.ts'
import { isDocumentDeeper } from './nesting.ts'
import { LiteralReader } from './read-literal.ts'
import { VariableReader } from './read-variable.ts'

interface DeclaredVariable {
  readonly name: string
  readonly type: GraphQLInputType
  readonly shape: Shape
  readonly standard: ValueNode | undefined
  readonly use: Use
}

export interface Operation {
  /** Tells operations of all documents apart in keys of plans. */
  readonly id: string
  readonly node: OperationDefinitionNode
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly declared: readonly DeclaredVariable[]
}

export interface ParsedDocument {
  readonly operations: ReadonlyMap<string, Operation>
}

function parseText(query: string): DocumentNode {
  if (query.length > LIMITS.query_bytes) {
    throw new DataFault(
      'limit-exceeded',
      `the document is longer than ${LIMITS.query_bytes} characters`,
      '$.query',
    )
  }
  if (isDocumentDeeper(query, LIMITS.nesting))
    throw new DataFault('limit-exceeded', 'the document is nested too deeply', '$.query')
  try {
    return parse(query, { noLocation: true, maxTokens: LIMITS.tokens })
  } catch (error) {
    const message = error instanceof GraphQLError ? error.message : ''
    if (message.includes('tokens')) {
      throw new DataFault('limit-exceeded', `the document has more than ${LIMITS.tokens} tokens`, '$.query')
    }
    if (!(error instanceof GraphQLError)) throw error
    throw new DataFault('validation-failed', `not a valid graphql query: ${message}`, '$.query')
  }
}

function countAliases(document: DocumentNode): void {
  let aliases = 0
  visit(document, {
    Field(node) {
      if (node.alias && node.alias.value !== node.name.value) aliases += 1
    },
  })
  if (aliases > LIMITS.aliases) {
    throw new DataFault('limit-exceeded', `the document has more than ${LIMITS.aliases} aliases`, '$.query')
  }
}

/** The uses of each variable, from the names of its arguments and input fields. */
function variableUses(document: DocumentNode): Map<string, Use> {
  const uses = new Map<string, Use>()
  const note = (at: string, value: ValueNode) => {
    if (value.kind !== Kind.VARIABLE) return
    const known = uses.get(value.name.value)
    const use = usageOf(at)
    uses.set(value.name.value, known === undefined ? use : bothUses(known, use))
  }
  visit(document, {
    Argument(node) {
      note(node.name.value, node.value)
    },
    ObjectField(node) {
      note(node.name.value, node.value)
    },
  })
  return uses
}

/** Input types of the viewer's schema by name. */
type InputTypes = (name: string) => GraphQLInputType | undefined

function inputTypeAt(node: TypeNode, typeOf: InputTypes): GraphQLInputType | undefined {
  if (node.kind === Kind.NAMED_TYPE) return typeOf(node.name.value)
  const inner = inputTypeAt(node.type, typeOf)
  if (!inner) return undefined
  if (node.kind === Kind.LIST_TYPE) return new GraphQLList(inner)
  return isNullableType(inner) ? new GraphQLNonNull(inner) : undefined
}

function declaredOf(
  node: OperationDefinitionNode,
  uses: ReadonlyMap<string, Use>,
  typeOf: InputTypes,
): DeclaredVariable[] {
  const names = new Set<string>()
  return (node.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => {
    const name = variable.name.value
    if (names.has(name))
      throw new DataFault('validation-failed', `multiple definitions for variable '${name}'`)
    names.add(name)
    const found = inputTypeAt(type, typeOf)
    if (!found) {
      throw new DataFault('validation-failed', `the type of variable '${name}' is not found in the schema`)
    }
    return {
      name,
      type: found,
      shape: shapeOf(found),
      standard: defaultValue,
      use: uses.get(name) ?? 'parameter',
    }
  })
}

let documents = 0

/** @throws where the text is no document, or is beyond a limit */
export function readDocument(query: string, typeOf: InputTypes): ParsedDocument {
  const document = parseText(query)
  countAliases(document)
  const fragments = new Map<string, FragmentDefinitionNode>()
  const nodes: OperationDefinitionNode[] = []
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) nodes.push(definition)
    else if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
    else throw new DataFault('validation-failed', 'a document holds operations and fragments only', '$.query')
  }
  const uses = variableUses(document)
  const operations = new Map<string, Operation>()
  documents += 1
  for (const node of nodes) {
    const name = node.name?.value ?? ''
    if (operations.has(name)) {
      throw new DataFault(
        'validation-failed',
        `multiple operations are named "${name}" in the document`,
        '$.query',
      )
    }
    const declared = node.variableDefinitions?.length ? declaredOf(node, uses, typeOf) : []
    operations.set(name, { id: `${documents}.${name}`, node, fragments, declared })
  }
  return { operations }
}

/** @throws where the name is missing although there are several, or is none of them */
export function chooseOperation({ operations }: ParsedDocument, name: string | undefined): Operation {
  if (name) {
    const named = operations.get(name)
    if (!named) throw new DataFault('validation-failed', `no such operation found in the document: "${name}"`)
    return named
  }
  const [only, second] = operations.values()
  if (!only) throw new DataFault('validation-failed', 'no operations found in the document')
  if (second)
    throw new DataFault(
      'validation-failed',
      'exactly one operation has to be present in the document when operationName is not specified',
    )
  return only
}

export interface ReadVariables {
  readonly variables: Variables
  readonly values: readonly unknown[]
  /** The structure of the input: equal keys give equal SQL. */
  readonly key: string
}

/** @throws where a value does not fit its type, is missing, or was not declared */
export function readVariables(
  { declared }: Operation,
  sent: Readonly<Record<string, unknown>>,
): ReadVariables {
  const reader = new VariableReader()
  const variables = new Map<string, ReadVariable>()
  let known = 0
  for (const { name, type, shape, standard, use } of declared) {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined
    if (value !== undefined) {
      known += 1
      reader.key += '$'
      variables.set(name, { type, input: reader.read(name, shape, value, use) })
      continue
    }
    reader.key += '-'
    if (standard) {
      const literals = new LiteralReader(['variables'], new Map())
      variables.set(name, { type, input: literals.read(name, type, standard, use) })
    } else if (shape.nonNull) {
      throw new DataFault('validation-failed', `expecting a value for non-nullable variable: "${name}"`)
    }
  }
  const extra =
    Object.keys(sent).length === known
      ? []
      : Object.keys(sent).filter((name) => !declared.some((one) => one.name === name))
  if (extra.length > 0)
    throw new DataFault(
      'validation-failed',
      `unexpected variables in variableValues: ${extra.slice(0, 5).join(', ')}`,
    )
  return { variables, values: reader.values, key: reader.key }
}
