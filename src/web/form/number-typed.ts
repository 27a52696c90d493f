/**
 * A number as a verb takes it. What is none goes as it was typed, so that it is refused in the words of the rule: made a
 * number it would be NaN, which travels as null, and null says something else, for one that nothing is wanted.
 */
export function numberTyped(text: string): number | string {
  const typed = text.trim()
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed
}
