/** A count with its noun, as sentences say it: `1 day`, `3 days`. @param many the plural where it is not `one` with an s */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
