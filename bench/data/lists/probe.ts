/** What is asked of a list: one request that the browser would send, and what it is for. */
type ProbeKind = 'opened' | 'more' | 'sort' | 'filter' | 'counts' | 'search' | 'live'

export interface Probe {
  readonly kind: ProbeKind
  /** What of the list it is about: the column sorted by, the filter, the text searched. */
  readonly of: string
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** A list of one category. */
export interface ProbedList {
  readonly category: 'agency' | 'client' | 'contractor' | 'funder' | 'provider'
  readonly at: string
  readonly title: string
  /** Asks for rows whose values the filters and searches are made of. */
  readonly sample: Pick<Probe, 'query' | 'variables'>
  readonly probes: (rows: readonly unknown[]) => Probe[]
}
