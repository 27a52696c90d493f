/** Inserts with rows of relations: written one after the other, in the transaction of the request. */
import { itemsOf } from '../build.ts'
import { DataFault } from '../fault.ts'
import type { Input } from '../input.ts'
import { LIMITS } from '../limits.ts'
import type { RelationView, TableView } from '../profile.ts'
import { answerOf, type WriteStatement, type Written, WrittenRows, writeSql } from './compile-write.server.ts'

type ObjectInput = Input & { readonly is: 'object' }
type Rows = Omit<Written, 'context'>

/** Compiles a write, runs it, and returns the keys of its rows as JSON. */
export type RunWrite = (make: (context: Written['context']) => WriteStatement) => Promise<string>
/** Compiles an answer, reads it, and returns its JSON. */
export type RunRead = (make: (context: Written['context']) => string) => Promise<string>

const isObject = (input: Input | undefined): input is ObjectInput => input?.is === 'object'

const bringsRows = (table: TableView, object: ObjectInput): boolean =>
  [...object.fields].some(([name, value]) => table.relations.has(name) && value.is !== 'null')

function objectsOf({ root, args }: Pick<Written, 'root' | 'args'>): ObjectInput[] {
  const list = root === 'insert_one' ? itemsOf(args.get('object')) : itemsOf(args.get('objects'))
  return list.filter(isObject)
}

/** Does some row of this insert bring others with it? */
export function isNested(rows: Pick<Written, 'root' | 'args' | 'table'>): boolean {
  return objectsOf(rows).some((object) => bringsRows(rows.table, object))
}

const constant = (value: unknown): Input => ({
  is: 'slot',
  slot: { from: 'constant', value },
  scalar: 'uuid',
  is_list: false,
})

/** One nested insert, with its parts and the number of rows so far. */
class Nested {
  readonly #run: RunWrite
  readonly #rows: Rows
  affected = 0

  constructor(run: RunWrite, rows: Rows) {
    this.#run = run
    this.#rows = rows
  }

  #refuse(message: string): DataFault {
    return new DataFault('validation-failed', message, this.#rows.path)
  }

  /** @returns the keys of the rows that were written, in their order */
  async insert(
    table: TableView,
    objects: readonly ObjectInput[],
    conflict: Input | undefined,
  ): Promise<unknown[]> {
    if (!objects.some((object) => bringsRows(table, object))) return this.#write(table, objects, conflict)
    const keys: unknown[] = []
    for (const object of objects) keys.push(...(await this.#insertOne(table, object, conflict)))
    return keys
  }

  async #write(
    table: TableView,
    objects: readonly ObjectInput[],
    conflict: Input | undefined,
  ): Promise<unknown[]> {
    const args = new Map<string, Input>([['objects', { is: 'list', items: objects }]])
    if (conflict) args.set('on_conflict', conflict)
    const json = await this.#run((context) => {
      const [statement] = writeSql({ ...this.#rows, context, table, root: 'insert', args })
      if (!statement) throw new Error('An insert has a statement.')
      return statement
    })
    const keys = JSON.parse(json) as unknown[] // Made by json_agg.
    this.affected += keys.length
    if (this.affected > LIMITS.written_rows) {
      throw new DataFault(
        'limit-exceeded',
        `more than ${LIMITS.written_rows} rows are written at once`,
        this.#rows.path,
      )
    }
    return keys
  }

  async #insertOne(table: TableView, object: ObjectInput, conflict: Input | undefined): Promise<unknown[]> {
    const own = new Map<string, Input>()
    const lists: [RelationView, ObjectInput][] = []
    for (const [name, value] of object.fields) {
      const relation = table.relations.get(name)
      if (!relation) own.set(name, value)
      else if (!isObject(value)) continue
      else if (relation.relation.kind === 'array') lists.push([relation, value])
      else own.set(relation.relation.from, await this.#insertReferred(table, object, relation, value))
    }
    const keys = await this.#write(table, [{ is: 'object', fields: own }], conflict)
    for (const [relation, value] of lists) await this.#insertList(table, relation, value, keys[0])
    return keys
  }

  /** The row that this one refers to comes first. @returns its key */
  async #insertReferred(
    table: TableView,
    object: ObjectInput,
    { name, relation, target }: RelationView,
    value: ObjectInput,
  ): Promise<Input> {
    if (object.fields.has(relation.from)) {
      throw this.#refuse(
        `cannot insert object relationship "${name}" as "${relation.from}" column values are already determined`,
      )
    }
    const [key] = await this.insert(
      target,
      itemsOf(value.fields.get('data')).filter(isObject),
      value.fields.get('on_conflict'),
    )
    if (key === undefined) {
      throw this.#refuse(
        `cannot proceed to insert object relation "${name}" since insert to table "${table.name}" affects zero rows`,
      )
    }
    return constant(key)
  }

  async #insertList(
    table: TableView,
    { relation, target }: RelationView,
    value: ObjectInput,
    key: unknown,
  ): Promise<void> {
    const objects = itemsOf(value.fields.get('data')).filter(isObject)
    if (objects.length === 0) return
    if (key === undefined) {
      throw this.#refuse(
        `cannot proceed to insert array relations since insert to table "${table.name}" affects zero rows`,
      )
    }
    if (objects.some((object) => object.fields.has(relation.key))) {
      throw this.#refuse(
        `cannot insert "${relation.key}" columns as their values are already being determined by parent insert`,
      )
    }
    const tied = objects.map(
      ({ fields }): ObjectInput => ({
        is: 'object',
        fields: new Map([...fields, [relation.key, constant(key)]]),
      }),
    )
    await this.insert(target, tied, value.fields.get('on_conflict'))
  }
}

/** Writes all rows of a nested insert. @returns the answer's JSON @throws with nothing to keep: the transaction ends */
export async function insertNested(run: RunWrite, read: RunRead, rows: Rows): Promise<string> {
  const nested = new Nested(run, rows)
  const written = new WrittenRows()
  const keys = await nested.insert(rows.table, objectsOf(rows), rows.args.get('on_conflict'))
  written.set(JSON.stringify(keys))
  return read((context) => answerOf({ ...rows, context, affected: nested.affected }, written))
}
