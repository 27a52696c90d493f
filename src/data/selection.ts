/** Selection sets with fragments opened, skipped fields dropped and equal response names merged. */
import {
  type ArgumentNode,
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLBoolean,
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLObjectType,
  Kind,
  print,
  type SelectionSetNode,
} from 'graphql'
import { DataFault } from './fault.ts'
import type { Input, Variables } from './input.ts'
import { LIMITS } from './limits.ts'
import { LiteralReader } from './read-literal.ts'

export interface DocumentParts {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Variables
  /** Selections visited so far. */
  visited: number
}

/** One field of the answer: everything that was written under its response name. */
export interface Selected {
  readonly key: string
  readonly name: string
  readonly path: string
  readonly nodes: readonly FieldNode[]
}

const isYes = (input: Input): boolean => input.is === 'plain' && input.value === true

function isLeftOut(
  parts: DocumentParts,
  directives: readonly DirectiveNode[] | undefined,
  path: string,
): boolean {
  for (const { name, arguments: written = [] } of directives ?? []) {
    if (name.value !== 'include' && name.value !== 'skip') {
      throw new DataFault('validation-failed', `directive '${name.value}' is not defined in the schema`, path)
    }
    const condition = written.find((argument) => argument.name.value === 'if')
    if (!condition) throw new DataFault('validation-failed', `missing required field 'if'`, path)
    const reader = new LiteralReader([...path.split('.').slice(1), 'args'], parts.variables)
    const value = reader.read('if', new GraphQLNonNull(GraphQLBoolean), condition.value)
    if (isYes(value) === (name.value === 'skip')) return true
  }
  return false
}

/** Opens fragments into `into`. `open` holds the fragments around us: one inside itself has no end. */
function collect(
  parts: DocumentParts,
  typeName: string,
  set: SelectionSetNode,
  path: string,
  into: Map<string, FieldNode[]>,
  open: ReadonlySet<string>,
): void {
  for (const selection of set.selections) {
    parts.visited += 1
    if (parts.visited > LIMITS.selections)
      throw new DataFault('limit-exceeded', 'the document selects too many fields', path)
    if (isLeftOut(parts, selection.directives, path)) continue
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value
      const nodes = into.get(key)
      if (nodes) nodes.push(selection)
      else into.set(key, [selection])
      continue
    }
    const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : null
    if (name !== null && open.has(name))
      throw new DataFault('validation-failed', `the fragment definition(s) ${name} form a cycle`, path)
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? parts.fragments.get(selection.name.value) : selection
    if (!fragment) throw new DataFault('validation-failed', `fragment '${name}' is not defined`, path)
    const on = fragment.typeCondition?.name.value
    if (on !== undefined && on !== typeName) {
      throw new DataFault(
        'validation-failed',
        `a fragment on type '${on}' cannot be used within type '${typeName}'`,
        path,
      )
    }
    collect(
      parts,
      typeName,
      fragment.selectionSet,
      path,
      into,
      name === null ? open : new Set([...open, name]),
    )
  }
}

const shapeOf = (node: FieldNode): string =>
  `${node.name.value}(${[...(node.arguments ?? [])]
    .sort((a, b) => a.name.value.localeCompare(b.name.value))
    .map(print)
    .join()})`

/** The fields of a type that are to be answered, in the order they were first written. */
export function fieldsOf(
  parts: DocumentParts,
  typeName: string,
  sets: readonly SelectionSetNode[],
  path: string,
): Selected[] {
  const found = new Map<string, FieldNode[]>()
  for (const set of sets) collect(parts, typeName, set, path, found, new Set())
  return [...found].map(([key, nodes]) => {
    const [first] = nodes
    const name = first?.name.value ?? ''
    if (key.length > LIMITS.alias_length) {
      throw new DataFault('limit-exceeded', `an alias is longer than ${LIMITS.alias_length} characters`, path)
    }
    if (nodes.length > 1 && new Set(nodes.map(shapeOf)).size > 1) {
      throw new DataFault(
        'validation-failed',
        `different fields or arguments are selected under the name '${key}'`,
        path,
      )
    }
    return { key, name, path: `${path}.selectionSet.${key}`, nodes }
  })
}

/** The schema's field, its arguments read, and the selection sets below it. */
interface ResolvedField {
  readonly field: GraphQLField<unknown, unknown>
  readonly args: ReadonlyMap<string, Input>
  readonly sets: readonly SelectionSetNode[]
}

function readArguments(
  parts: DocumentParts,
  { field, path }: { field: GraphQLField<unknown, unknown>; path: string },
  written: readonly ArgumentNode[],
): Map<string, Input> {
  const reader = new LiteralReader([...path.split('.').slice(1), 'args'], parts.variables)
  const args = new Map<string, Input>()
  for (const { name, value } of written) {
    const argument = field.args.find((one) => one.name === name.value)
    if (!argument)
      throw new DataFault('validation-failed', `'${field.name}' has no argument named '${name.value}'`, path)
    if (args.has(name.value))
      throw new DataFault('validation-failed', `the argument '${name.value}' is given twice`, path)
    const isAbsent = value.kind === Kind.VARIABLE && !parts.variables.has(value.name.value)
    if (!isAbsent || argument.type instanceof GraphQLNonNull) {
      args.set(name.value, reader.read(name.value, argument.type, value))
    }
  }
  for (const { name, type } of field.args) {
    if (type instanceof GraphQLNonNull && !args.has(name)) {
      throw new DataFault('validation-failed', `missing required field '${name}'`, `${path}.args.${name}`)
    }
  }
  for (const [name, input] of args) if (input.is === 'null') args.delete(name)
  return args
}

/** @throws in the dialect's words where the viewer's schema has no such field, or it is used as it cannot be */
export function resolve(parts: DocumentParts, type: GraphQLObjectType, selected: Selected): ResolvedField {
  const known = type.getFields()
  const field = Object.hasOwn(known, selected.name) ? known[selected.name] : undefined
  if (!field) {
    throw new DataFault(
      'validation-failed',
      `field '${selected.name}' not found in type: '${type.name}'`,
      selected.path,
    )
  }
  const sets = selected.nodes.flatMap((node) => (node.selectionSet ? [node.selectionSet] : []))
  const args = readArguments(parts, { field, path: selected.path }, selected.nodes[0]?.arguments ?? [])
  return { field, args, sets }
}

export function requireNoSelection(sets: readonly SelectionSetNode[], path: string): void {
  if (sets.length > 0)
    throw new DataFault('validation-failed', 'unexpected subselection set for non-object field', path)
}

export function requireSelection(sets: readonly SelectionSetNode[], type: string, path: string): void {
  if (sets.length === 0) throw new DataFault('validation-failed', `missing selection set for '${type}'`, path)
}
