import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'
import { type Use, usageOf } from './input.ts'
import { type Reader, readerOf } from './scalar-values.ts'

/**
 * An input type, analysed once. Variables are read on every request, and asking graphql-js for types again cost more
 * than the rest of the request.
 */
export type Shape = {
  readonly name: string
  readonly nonNull: boolean
} & (
  | { readonly is: 'scalar'; readonly read: Reader }
  | { readonly is: 'enum'; readonly values: ReadonlySet<string> }
  | { readonly is: 'list'; readonly item: Shape }
  | { readonly is: 'object'; readonly fields: () => ShapeFields }
)

interface ShapeFields {
  readonly byName: ReadonlyMap<string, { readonly shape: Shape; readonly use: Use }>
  readonly required: readonly string[]
}

const shapes = new WeakMap<object, Shape>()

function fieldsOf(type: GraphQLInputObjectType): () => ShapeFields {
  let made: ShapeFields | undefined
  return () => {
    if (made) return made
    const list = Object.values(type.getFields())
    made = {
      byName: new Map(
        list.map((field) => [field.name, { shape: shapeOf(field.type), use: usageOf(field.name) }]),
      ),
      required: list.filter(isRequiredInputField).map((field) => field.name),
    }
    return made
  }
}

function makeShape(type: GraphQLInputType): Shape {
  const nonNull = isNonNullType(type)
  const bare = isNonNullType(type) ? type.ofType : type
  if (isListType(bare)) {
    const item = shapeOf(bare.ofType)
    return { is: 'list', item, nonNull, name: item.name }
  }
  if (isInputObjectType(bare)) return { is: 'object', fields: fieldsOf(bare), nonNull, name: bare.name }
  if (isEnumType(bare)) {
    return { is: 'enum', values: new Set(bare.getValues().map((one) => one.name)), nonNull, name: bare.name }
  }
  return { is: 'scalar', read: readerOf(bare.name), nonNull, name: bare.name }
}

/** Made once for each type of a schema: types are compared by identity. */
export function shapeOf(type: GraphQLInputType): Shape {
  const known = shapes.get(type)
  if (known) return known
  const made = makeShape(type)
  shapes.set(type, made)
  return made
}
