import { type Input, isPatternUse, NEGATIVE_TEXT, NULL, type Slot, type Use } from './input.ts'
import type { Shape } from './input-shape.ts'
import { Reading } from './reading.ts'
import { expectedText, kindOfJson } from './scalar-values.ts'

/** Reads the variables of one request: their values, and the key of their structure. */
export class VariableReader extends Reading {
  /** Values of the slots, by index. */
  readonly values: unknown[] = []
  /** Equal keys give equal SQL. Names are quoted and texts are JSON, so that no two structures share a key. */
  key = ''

  constructor() {
    super(['variables'])
  }

  read(name: string, shape: Shape, value: unknown, use: Use): Input {
    this.enter(name)
    const input = this.#value(shape, value, use)
    this.leave()
    return input
  }

  #value(shape: Shape, value: unknown, use: Use): Input {
    if (value === null || value === undefined) {
      if (shape.nonNull) throw this.refuseNull(shape)
      this.key += 'n'
      return NULL
    }
    if (shape.is === 'scalar') return this.#scalar(shape, value, use)
    if (shape.is === 'list') return this.#list(shape.item, Array.isArray(value) ? value : [value])
    if (shape.is === 'object') return this.#object(shape, value)
    if (typeof value !== 'string' || !shape.values.has(value)) throw this.refuseEnum(shape, value)
    this.key += `:${value}`
    return { is: 'enum', value }
  }

  #scalar(shape: Shape & { is: 'scalar' }, value: unknown, use: Use): Input {
    const read = shape.read(value)
    if (read === undefined) throw this.fault(expectedText(shape.name, value))
    if (use === 'text' || (use === 'offset' && read === 0)) {
      this.key += `=${JSON.stringify(read)}`
      return { is: 'plain', value: read }
    }
    if (use === 'offset' && Number(read) < 0) throw this.fault(NEGATIVE_TEXT)
    // Two values make two plans, and PostgreSQL sees which rows are meant: a condition of an index may say so.
    if (typeof read === 'boolean') {
      this.key += read ? 'T' : 'F'
      return { is: 'slot', slot: { from: 'constant', value: read }, scalar: shape.name, is_list: false }
    }
    if (isPatternUse(use)) this.checkPattern(read, use)
    this.key += 's'
    return { is: 'slot', slot: this.#slot(read), scalar: shape.name, is_list: false }
  }

  #slot(value: unknown): Slot {
    this.values.push(value)
    return { from: 'variable', index: this.values.length - 1 }
  }

  #list(item: Shape, values: readonly unknown[]): Input {
    this.countItems(values)
    if (item.is === 'scalar') {
      const list = values.map((value, n) => {
        const read = item.read(value)
        if (read !== undefined) return read
        this.enter(`[${n}]`)
        throw this.fault(expectedText(item.name, value))
      })
      this.key += 'a'
      return { is: 'slot', slot: this.#slot(list), scalar: item.name, is_list: true }
    }
    this.key += '['
    const items = values.map((value, n) => this.read(`[${n}]`, item, value, 'parameter'))
    this.key += ']'
    return { is: 'list', items }
  }

  #object(shape: Shape & { is: 'object' }, value: unknown): Input {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.fault(`expected an object for type '${shape.name}', but found ${kindOfJson(value)}`)
    }
    this.countObject()
    const { byName, required } = shape.fields()
    const fields = new Map<string, Input>()
    this.key += '{'
    for (const [name, one] of Object.entries(value)) {
      const known = byName.get(name)
      if (!known) throw this.refuseField(name, shape)
      this.key += `"${name}"`
      fields.set(name, this.read(name, known.shape, one, known.use))
    }
    this.key += '}'
    this.requireFields(required, fields)
    return { is: 'object', fields }
  }
}
