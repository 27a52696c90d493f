/** The data endpoint without HTTP: a viewer's request in, the answer's JSON text out (data-endpoint.md). */
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '#server/database.ts'
import { ShedError } from '#server/failure.ts'
import { Allowance } from './allowance.ts'
import type { Catalog } from './catalog.ts'
import { compileQuery, type Plan } from './compile/compile.server.ts'
import { compileRowStream, type RowStreamPlan } from './compile/compile-row-stream.server.ts'
import {
  chooseOperation,
  type Operation,
  type ParsedDocument,
  readDocument,
  readVariables,
} from './document.server.ts'
import { DataFault, faultBody, faultOf, isDuplicate, isForTheLog } from './fault.ts'
import { LIMITS } from './limits.ts'
import { Lru } from './lru.ts'
import { type Profile, profiles } from './profile.ts'
import { catalog as ours } from './registry.ts'
import { parameters, requestFacts, runPlan } from './run.server.ts'
import type { FunctionRoot } from './schema/function-root.ts'
import { makeSchema, type ProfileSchema } from './schema/schema.server.ts'
import type { Constraints } from './schema/schema-write.ts'
import { mutate, readConstraints } from './write/mutate.server.ts'

export interface DataRequest {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>> | null
  readonly operationName?: string | null
  /** Under which a mutation is made; it may force values (spec §7.1). */
  readonly action_id?: string | null
}

interface EndpointOptions {
  readonly database: Pick<Database, 'reader' | 'transaction'>
  readonly clock: Clock
  readonly catalog?: Catalog
  readonly functions?: readonly FunctionRoot[]
  /** Called with the estimated rows before a query runs; an error refuses the query. */
  readonly onCost?: (cost: number) => void
  /** Called before the answer with the types of logged fields that the request reads or filters by. */
  readonly onReading?: (viewer: Viewer, types: readonly string[], request: DataRequest) => Promise<void>
  /** Called with the code of each refusal, before the answer. */
  readonly onRefusal?: (viewer: Viewer, code: string) => Promise<void>
  /** Hears of errors that the caller did not cause. */
  readonly onError?: (error: unknown) => void
}

/** A request made ready: which plan, with which values. */
export interface Prepared {
  readonly plan: Plan
  readonly values: readonly unknown[]
  readonly profile: Profile
  /** Equal where plan and structure of variables are. */
  readonly key: string
}

interface Known {
  readonly profile: Profile
  readonly schema: ProfileSchema
  readonly documents: Lru<ParsedDocument>
}

export class DataEndpoint {
  readonly #options: EndpointOptions
  readonly #profileOf: (viewer: Viewer) => Profile
  readonly #known = new Map<string, Known>()
  readonly #plans = new Lru<Plan>(LIMITS.plans)
  readonly #introspections = new Allowance(LIMITS.introspections_a_minute, 'introspections')
  /** A unique key is of all tenants: each refusal says that somebody has the value. */
  readonly #duplicates = new Allowance(LIMITS.duplicates_a_minute, 'refused duplicates')
  #constraints: Constraints | undefined

  constructor(options: EndpointOptions) {
    this.#options = options
    this.#profileOf = profiles(options.catalog ?? ours(), options.functions)
  }

  #knownOf(viewer: Viewer): Known {
    const profile = this.#profileOf(viewer)
    const known = this.#known.get(profile.id)
    if (known) return known
    const made = {
      profile,
      schema: makeSchema(profile, this.#constraints),
      documents: new Lru<ParsedDocument>(LIMITS.documents),
    }
    this.#known.set(profile.id, made)
    return made
  }

  /** The whole schema of a viewer, for printing and introspection. */
  schemaOf(viewer: Viewer): ProfileSchema {
    return this.#knownOf(viewer).schema
  }

  #documentOf({ documents, schema }: Known, query: string): ParsedDocument {
    const known = documents.get(query)
    if (known) return known
    const read = readDocument(query, schema.inputType)
    documents.set(query, read)
    return read
  }

  /** The operation that a request means. @throws where there is none, or the text is no document */
  operationOf(viewer: Viewer, request: DataRequest): Operation {
    if (typeof request.query !== 'string')
      throw new DataFault('invalid-json', 'the key "query" was not present')
    return chooseOperation(
      this.#documentOf(this.#knownOf(viewer), request.query),
      request.operationName ?? undefined,
    )
  }

  /** The plan of a query or subscription, from the cache where the same structure was asked for before. */
  prepare(viewer: Viewer, operation: Operation, sent: Readonly<Record<string, unknown>>): Prepared {
    const { profile, schema } = this.#knownOf(viewer)
    const read = readVariables(operation, sent)
    const key = `${profile.id} ${operation.id} ${read.key}`
    let plan = this.#plans.get(key)
    if (!plan) {
      plan = compileQuery(profile, schema, operation, read, sent, () =>
        this.#introspections.take(viewer.user_id),
      )
      if (plan.keep) this.#plans.set(key, plan)
    }
    return { plan, values: read.values, profile, key }
  }

  /** Query, mutation or subscription? */
  kindOf(viewer: Viewer, request: DataRequest): string {
    return this.operationOf(viewer, request).node.operation
  }

  /** The plan of a whole request. @throws where it cannot be had */
  prepareRequest(viewer: Viewer, request: DataRequest): Prepared {
    return this.prepare(viewer, this.operationOf(viewer, request), variablesOf(request))
  }

  /** The one list of a request as a statement of its rows that has no end: exports read it through a cursor. */
  prepareRows(viewer: Viewer, request: DataRequest): RowStreamPlan & { readonly values: readonly unknown[] } {
    const { profile, schema } = this.#knownOf(viewer)
    const operation = this.operationOf(viewer, request)
    const read = readVariables(operation, variablesOf(request))
    return { ...compileRowStream(profile, schema, operation, read), values: read.values }
  }

  async #data(viewer: Viewer, request: DataRequest): Promise<string> {
    const operation = this.operationOf(viewer, request)
    const sent = variablesOf(request)
    if (operation.node.operation === 'subscription') {
      throw new DataFault('bad-request', 'subscriptions are answered over a WebSocket')
    }
    const { database, clock } = this.#options
    const facts = requestFacts(viewer, clock)
    if (operation.node.operation === 'mutation') {
      // A token is limited to actions, and each of its changes has a key (decision 0109).
      if (viewer.token) throw new DataFault('permission-error', 'a token changes records by actions only')
      const { profile, schema } = this.#knownOf(viewer)
      this.#duplicates.require(viewer.user_id)
      return await mutate(database, profile, schema, operation, sent, facts, actionOf(request))
    }
    const { plan, values } = this.prepare(viewer, operation, sent)
    this.#options.onCost?.(plan.cost)
    const columns = await runPlan(
      database.reader(viewer.category),
      plan,
      parameters(plan.slots, values, facts),
    )
    const types = readTypes(plan, columns)
    if (types.length > 0) await this.#options.onReading?.(viewer, types, request)
    return joinRoots(plan, columns)
  }

  /** A live query reads again with each change; its reading is kept once, also without a row. */
  async noteLive(viewer: Viewer, { plan }: Prepared, request: DataRequest): Promise<void> {
    const types = [...new Set([...plan.logged.keys(), ...plan.asked])]
    if (types.length > 0) await this.#options.onReading?.(viewer, types, request)
  }

  /** Reads the database facts of the schema. Call it before printing schemas; requests call it themselves. */
  async ready(): Promise<void> {
    this.#constraints ??= await readConstraints(this.#options.database)
  }

  /** Answers one request: `{"data":…}` or `{"errors":[…]}`. Rejects only where the server sheds it. */
  async execute(viewer: Viewer, request: DataRequest): Promise<string> {
    try {
      if (!this.#constraints) await this.ready()
      return `{"data":${await this.#data(viewer, request)}}`
    } catch (error) {
      if (error instanceof ShedError) throw error
      if (isDuplicate(error)) this.#duplicates.note(viewer.user_id)
      if (isForTheLog(error)) this.#options.onError?.(error)
      return await this.refused(viewer, error)
    }
  }

  /** The answer's body for an error, once its refusal was told. */
  async refused(viewer: Viewer, error: unknown): Promise<string> {
    const fault = faultOf(error)
    await this.#options.onRefusal?.(viewer, fault.code)
    return faultBody(fault)
  }
}

/** Types that were asked by a logged field, or have its key in the answer with a value; two types of one key both count. */
function readTypes({ logged, asked }: Plan, columns: readonly (string | null)[]): readonly string[] {
  const isShown = (key: string): boolean => {
    const shown = new RegExp(`"${key}"\\s*:(?!\\s*null)`)
    return columns.some((text) => text !== null && shown.test(text))
  }
  const shown = [...logged].filter(([, keys]) => [...keys].some(isShown)).map(([type]) => type)
  return [...new Set([...shown, ...asked])]
}

function variablesOf({ variables }: DataRequest): Readonly<Record<string, unknown>> {
  const sent: unknown = variables ?? {}
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new DataFault('invalid-json', 'variables must be an object', '$.variables')
  }
  return sent as Record<string, unknown> // An object from JSON.
}

function actionOf({ action_id }: DataRequest): string | null {
  const sent: unknown = action_id ?? null
  if (sent !== null && typeof sent !== 'string')
    throw new DataFault('invalid-json', 'action_id must be a string', '$.action_id')
  return sent
}

/** The data object of an answer, from the texts PostgreSQL made. */
export function joinRoots(plan: Plan, columns: readonly (string | null)[]): string {
  const parts = plan.roots.map((root) => {
    const json = root.from === 'json' ? root.json : (columns[root.column] ?? 'null')
    return `"${root.key}":${json}`
  })
  return `{${parts.join(',')}}`
}

const endpoints = new WeakMap<object, DataEndpoint>()

/** One endpoint, with its caches, for each database of the process. */
export function endpointOf(options: EndpointOptions): DataEndpoint {
  const known = endpoints.get(options.database)
  if (known) return known
  const made = new DataEndpoint(options)
  endpoints.set(options.database, made)
  return made
}

/**
 * Answers one request for a viewer, by the column grants of their category.
 * @returns the body of the answer: JSON in the dialect's shape, refusals too
 */
export function execute(options: EndpointOptions, viewer: Viewer, request: DataRequest): Promise<string> {
  return endpointOf(options).execute(viewer, request)
}
