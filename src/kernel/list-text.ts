/** Words of a sentence one after the other: `a`, `a and b`, `a, b and c`. */
export const listText = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** A label within a sentence; abbreviations keep their other capitals. */
export const withinSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)
