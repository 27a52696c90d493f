import { DataFault } from './fault.ts'
import type { PatternUse } from './input.ts'
import type { Shape } from './input-shape.ts'
import { LIMITS } from './limits.ts'
import { patternSize } from './pattern.ts'
import { endsInEscape, type Grammar, patternFault } from './pattern-grammar.ts'
import { kindOfJson } from './scalar-values.ts'

/** Where a reader of input is, and how much it has read. */
export class Reading {
  readonly #path: string[]
  readonly #start: number
  #objects = 0

  constructor(path: readonly string[]) {
    this.#path = [...path]
    this.#start = path.length
  }

  enter(part: string): void {
    this.#path.push(part)
    // Every level of input takes two steps at most: a field, and an item of its list.
    if (this.#path.length - this.#start > LIMITS.input_depth * 2) {
      throw this.limit(`nested deeper than ${LIMITS.input_depth} levels`)
    }
  }

  leave(): void {
    this.#path.pop()
  }

  fault(message: string, part?: string): DataFault {
    const parts = part === undefined ? this.#path : [...this.#path, part]
    return new DataFault(
      'validation-failed',
      message,
      `$${parts.map((one) => (one.startsWith('[') ? one : `.${one}`)).join('')}`,
    )
  }

  limit(what: string): DataFault {
    return new DataFault('limit-exceeded', `the request's input is ${what}`, this.fault('').path)
  }

  countObject(): void {
    this.#objects += 1
    if (this.#objects > LIMITS.input_objects) throw this.limit(`more than ${LIMITS.input_objects} objects`)
  }

  countItems(items: readonly unknown[]): void {
    if (items.length > LIMITS.list_items) throw this.limit(`a list of more than ${LIMITS.list_items} items`)
  }

  /** Refuses patterns that PostgreSQL would fail on, or take long for. */
  checkPattern(value: unknown, use: PatternUse): void {
    if (typeof value !== 'string') return
    if (value.length > LIMITS.pattern_letters)
      throw this.limit(`a pattern of more than ${LIMITS.pattern_letters} characters`)
    if (endsInEscape(value)) throw this.fault('invalid pattern: it ends with an escape character')
    if (use === 'like') return
    if (patternSize(value) > LIMITS.pattern)
      throw this.limit('a regular expression that repeats repetitions too often')
    const grammars: readonly Grammar[] = use === 'patterns' ? ['regex', 'similar'] : [use]
    for (const grammar of grammars) {
      const why = patternFault(value, grammar)
      if (why !== null) throw this.fault(why)
    }
  }

  refuseNull(shape: Shape): DataFault {
    return this.fault(`unexpected null value for type '${shape.name}'`)
  }

  refuseField(name: string, shape: Shape): DataFault {
    return this.fault(`field '${name}' not found in type: '${shape.name}'`, name)
  }

  refuseEnum(shape: Shape & { is: 'enum' }, value: unknown): DataFault {
    const names = [...shape.values].map((one) => `'${one}'`)
    const found = typeof value === 'string' ? `'${value.slice(0, 100)}'` : kindOfJson(value)
    return this.fault(
      `expected one of the values [${names.join(', ')}] for type '${shape.name}', but found ${found}`,
    )
  }

  requireFields(required: readonly string[], fields: ReadonlyMap<string, unknown>): void {
    for (const name of required) {
      if (!fields.has(name)) throw this.fault(`missing required field '${name}'`)
    }
  }
}
