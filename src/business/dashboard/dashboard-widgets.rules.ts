/** The parts of a person's dashboard: their order, and those that are put away. Pure. */
export type Widgets = { readonly order: readonly string[]; readonly hidden: readonly string[] }

const texts = (raw: unknown): string[] =>
  Array.isArray(raw) ? raw.filter((one): one is string => typeof one === 'string') : []

export function widgetsIn(raw: unknown): Widgets {
  const { order, hidden } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown> // An object.
  return { order: texts(order), hidden: texts(hidden) }
}

/** All parts in the person's order; a part that is new to them comes where the product has it. */
export function inOrder<T extends string>(all: readonly T[], { order }: Pick<Widgets, 'order'>): T[] {
  const known = order.filter((id): id is T => all.some((one) => one === id))
  const result = [...known]
  for (const [at, id] of all.entries()) if (!known.includes(id)) result.splice(at, 0, id)
  return result
}

export const switched = (hidden: readonly string[], id: string): string[] =>
  hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]
