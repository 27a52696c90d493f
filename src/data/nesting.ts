/**
 * Measures the nesting of brackets before parsing: parsers recurse once a bracket, and a megabyte of brackets costs
 * them a hundred times this count.
 */
const QUOTE = 0x22
const BACKSLASH = 0x5c
const HASH = 0x23
const NEWLINE = 0x0a
const RETURN = 0x0d

/** Opening brackets are 1, closing ones -1. */
const STEPS = new Int8Array(128)
for (const open of '({[') STEPS[open.charCodeAt(0)] = 1
for (const close of ')}]') STEPS[close.charCodeAt(0)] = -1

/** Does JSON text open more brackets inside each other than this? It need not be JSON. */
export function isJsonDeeper(text: Uint8Array, limit: number): boolean {
  let depth = 0
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0
    if (isString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isString = false
    } else if (byte === QUOTE) isString = true
    else if (byte < 128) {
      depth += STEPS[byte] ?? 0
      if (depth > limit) return true
    }
  }
  return false
}

/** The first place behind a string that begins at `from`; a block string ends with three quotes. */
function behindString(text: string, from: number): number {
  if (text.startsWith('"""', from)) {
    let end = text.indexOf('"""', from + 3)
    while (end > 0 && text.charCodeAt(end - 1) === BACKSLASH) end = text.indexOf('"""', end + 3)
    return end === -1 ? text.length : end + 3
  }
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    // A string that is not closed on its line is a fault of the parser's to tell.
    else if (code === QUOTE || code === NEWLINE) return at + 1
  }
  return text.length
}

function behindComment(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === NEWLINE || code === RETURN) return at
  }
  return text.length
}

/** Does a GraphQL document open more brackets inside each other than this? It need not be one. */
export function isDocumentDeeper(text: string, limit: number): boolean {
  let depth = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = behindString(text, at)
    else if (code === HASH) at = behindComment(text, at)
    else {
      if (code < 128) depth += STEPS[code] ?? 0
      if (depth > limit) return true
      at += 1
    }
  }
  return false
}
