/** Named values in texts that people write: `{{client.name}}`. Pure. */

/** A brace that does not close is a name too, so that it is refused and never printed. */
const placeholder = /\{\{([^{}]*)(\}\}|$)|\{\{/g
const SHOWN_MAX = 60

/** The names in a text; of an open brace its beginning. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([whole, name, end]) =>
    end === '}}' ? (name ?? '').trim() : whole.slice(0, SHOWN_MAX).trim(),
  )

/** Puts values in; a name without one stays as it was typed. Values are not read again. */
export const fillNames = (text: string, valueNamed: (name: string) => string | undefined): string =>
  text.replace(
    placeholder,
    (whole: string, name: string | undefined) => valueNamed((name ?? '').trim()) ?? whole,
  )
