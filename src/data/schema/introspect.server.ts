import {
  type DocumentNode,
  executeSync,
  type FieldNode,
  FieldsOnCorrectTypeRule,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  KnownArgumentNamesRule,
  KnownFragmentNamesRule,
  MaxIntrospectionDepthRule,
  NoFragmentCyclesRule,
  type OperationDefinitionNode,
  ScalarLeafsRule,
  validate,
} from 'graphql'
import { DataFault } from '../fault.ts'
import { LIMITS } from '../limits.ts'

const RULES = [
  NoFragmentCyclesRule,
  KnownFragmentNamesRule,
  FieldsOnCorrectTypeRule,
  KnownArgumentNamesRule,
  ScalarLeafsRule,
  MaxIntrospectionDepthRule,
]

/** Lists of a type. One inside another, as no tool asks for, gives the schema once more for each of its fields. */
const LISTS: ReadonlySet<string> = new Set(['fields', 'inputFields', 'interfaces', 'possibleTypes', 'types'])
/** `types { fields { … } }` */
const LISTS_NESTED = 2

/** How deep and how often selections go once fragments are opened. */
function measure(fields: readonly FieldNode[], fragments: ReadonlyMap<string, FragmentDefinitionNode>): void {
  let visited = 0
  const walk = (
    node: FieldNode | FragmentDefinitionNode | { selectionSet: FieldNode['selectionSet'] },
    depth: number,
    around: number,
  ): void => {
    const isList = 'name' in node && node.kind === Kind.FIELD && LISTS.has(node.name.value)
    const lists = isList ? around + 1 : around
    if (depth > LIMITS.introspection_depth || lists > LISTS_NESTED)
      throw new DataFault('limit-exceeded', 'the introspection is nested too deeply', '$.query')
    for (const selection of node.selectionSet?.selections ?? []) {
      visited += 1
      if (visited > LIMITS.selections)
        throw new DataFault('limit-exceeded', 'the document selects too many fields', '$.query')
      if (selection.kind === Kind.FIELD || selection.kind === Kind.INLINE_FRAGMENT)
        walk(selection, depth + 1, lists)
      else {
        const fragment = fragments.get(selection.name.value)
        if (fragment) walk(fragment, depth + 1, lists)
      }
    }
  }
  for (const field of fields) walk(field, 1, 0)
}

/** The answer to `__schema` and `__type` fields of one operation, by response name, as JSON. graphql-js knows this part. */
export function introspect(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fields: readonly FieldNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string> {
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections: fields } },
      ...[...fragments.values()].filter((one) => one.typeCondition.name.value.startsWith('__')),
    ],
  }
  const [fault] = validate(schema, document, RULES, { maxErrors: 1, hideSuggestions: true })
  if (fault) throw new DataFault('validation-failed', fault.message, '$.query')
  measure(fields, fragments)
  const { data, errors } = executeSync({
    schema,
    document,
    variableValues: variables,
    operationName: operation.name?.value ?? null,
  })
  if (errors?.[0] || !data)
    throw new DataFault('validation-failed', errors?.[0]?.message ?? 'no answer', '$.query')
  return new Map(Object.entries(data).map(([key, value]) => [key, JSON.stringify(value)]))
}
