import { endpointAnswer } from './call.ts'
import type { Answer, Document, Fragment } from './query.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

/** A fragment's fields and any others that were selected beside it. */
export type BuiltRow<D> = Answer<D> & Readonly<Record<string, unknown>>

interface Aggregate {
  readonly aggregate: {
    readonly count?: number
    readonly sum?: Readonly<Record<string, number | null>> | null
  }
}

/** The answer to a document built at run time. Its declarations know the content of each root. */
export class BuiltAnswer {
  readonly #roots: Readonly<Record<string, unknown>>

  constructor(roots: object) {
    this.#roots = { ...roots }
  }

  rows(root: string): readonly Row[] {
    return (this.#roots[root] ?? []) as readonly Row[] // A list root, asked for with its ids.
  }

  /** Rows that were selected by a fragment. */
  rowsOf<F extends Fragment>(root: string, _fragment: Document<F>): readonly BuiltRow<Document<F>>[] {
    return (this.#roots[root] ?? []) as readonly BuiltRow<Document<F>>[] // Selected by this fragment.
  }

  row(root: string): Row | null {
    return (this.#roots[root] ?? null) as Row | null // A root by key, asked for with its id.
  }

  count(root: string): number {
    return this.#aggregate(root)?.count ?? 0
  }

  sum(root: string, field: string): number | null {
    return this.#aggregate(root)?.sum?.[field] ?? null
  }

  #aggregate(root: string): Aggregate['aggregate'] | undefined {
    return (this.#roots[root] as Aggregate | undefined)?.aggregate // An aggregate root, where it was asked for.
  }
}

/** For documents built from list declarations or a number of periods. A document known beforehand is a `gql`. */
export async function builtQuery(
  text: string,
  variables: object,
  signal?: AbortSignal,
): Promise<BuiltAnswer> {
  return new BuiltAnswer(await endpointAnswer(text, variables, signal))
}
