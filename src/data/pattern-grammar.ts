/**
 * The patterns that a filter takes: a part of PostgreSQL's own. PostgreSQL compiles a pattern when the first row meets
 * it, so an error there would tell of rows. A pattern that passes here never fails there (a test asks PostgreSQL), and
 * never takes long: a back reference makes a search of text exponential, everything else is linear in the text.
 */

export type Grammar = 'regex' | 'similar'

/** PostgreSQL's own limit of a counted repetition. */
const REPEATS_MOST = 255
const GROUPS_MOST = 50
/** PostgreSQL tests a lookaround (`(?=…)`) at each letter. */
const LOOKS_MOST = 4

const BACK_REFERENCE = 'a regular expression cannot refer back to its groups'
const INVALID = 'invalid regular expression'
const TOO_MANY = `a regular expression has at most ${GROUPS_MOST} groups and ${LOOKS_MOST} conditions on its surroundings`

/** Escapes that stand for one letter of several, and those for one place. */
const CLASSES = 'dswDSW'
const PLACES = 'mMyYAZ'
const SIGNS = 'nrtfv'
const NAMED_CLASS = /\[:(?:alnum|alpha|blank|cntrl|digit|graph|lower|print|punct|space|upper|xdigit):\]/y
/** Case and line options; the others change the grammar. */
const OPTIONS = /^\(\?[cimnpstw]+\)/
const COUNT = /\{(\d{1,3})(?:(,)(\d{0,3}))?\}/y

/** The kind of thing that was read: only an atom can be repeated. */
type Part = 'atom' | 'place' | 'repeat'

class Refused extends Error {}

const isWordSign = (sign: string): boolean => /[\p{L}\p{N}]/u.test(sign)

/** Reads one pattern from its beginning to its end. */
class PatternReader {
  readonly #text: string
  readonly #grammar: Grammar
  #at: number
  #groups = 0
  #looks = 0

  constructor(text: string, grammar: Grammar) {
    this.#text = text
    this.#grammar = grammar
    this.#at = grammar === 'regex' ? (OPTIONS.exec(text)?.[0].length ?? 0) : 0
  }

  read(): void {
    this.#branches(false)
    if (this.#at < this.#text.length) throw new Refused(INVALID)
  }

  get #sign(): string {
    return this.#text[this.#at] ?? ''
  }

  #takes(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #branches(isLook: boolean): void {
    let last: Part = 'place'
    while (this.#at < this.#text.length && this.#sign !== ')') {
      last = this.#takes('|') ? 'place' : this.#part(last, isLook)
    }
  }

  #part(last: Part, isLook: boolean): Part {
    const sign = this.#sign
    if ('*+?'.includes(sign) || (sign === '{' && this.#isCount())) return this.#repeat(last)
    if (sign === '(') return this.#group(isLook)
    if (sign === '[') return this.#set()
    if (sign === '\\') return this.#escape()
    this.#at += 1
    // PostgreSQL reads `%` as `.*`.
    if (this.#grammar === 'similar') return sign === '%' ? 'repeat' : 'atom'
    return '^$'.includes(sign) ? 'place' : 'atom'
  }

  #isCount(): boolean {
    const next = this.#text[this.#at + 1] ?? ''
    return this.#grammar === 'similar' || /\d/.test(next)
  }

  #repeat(last: Part): Part {
    if (last !== 'atom') throw new Refused(INVALID)
    if (this.#sign === '{') {
      COUNT.lastIndex = this.#at
      const found = COUNT.exec(this.#text)
      if (!found) throw new Refused(INVALID)
      const [whole, least = '', , most = ''] = found
      if (Number(least) > REPEATS_MOST || Number(most) > REPEATS_MOST) throw new Refused(INVALID)
      if (most !== '' && Number(most) < Number(least)) throw new Refused(INVALID)
      this.#at += whole.length
    } else this.#at += 1
    if (this.#grammar === 'regex') this.#takes('?')
    return 'repeat'
  }

  #group(isLook: boolean): Part {
    this.#at += 1
    this.#groups += 1
    const look =
      this.#grammar === 'regex' && ['?=', '?!', '?<=', '?<!'].some((opening) => this.#takes(opening))
    if (look) this.#looks += 1
    else if (this.#grammar === 'regex') this.#takes('?:')
    if (this.#groups > GROUPS_MOST || this.#looks > LOOKS_MOST) throw new Refused(TOO_MANY)
    if (look && isLook) throw new Refused(TOO_MANY)
    this.#branches(isLook || look)
    if (!this.#takes(')')) throw new Refused(INVALID)
    return look ? 'place' : 'atom'
  }

  #escape(): Part {
    const sign = String.fromCodePoint(this.#text.codePointAt(this.#at + 1) ?? 92)
    this.#at += 1 + sign.length
    if (this.#at > this.#text.length) throw new Refused(INVALID)
    if (this.#grammar === 'similar') {
      if (sign === '"' || isWordSign(sign)) throw new Refused(INVALID)
      return 'atom'
    }
    if (/\d/.test(sign)) throw new Refused(BACK_REFERENCE)
    if (PLACES.includes(sign)) return 'place'
    if (isWordSign(sign) && !CLASSES.includes(sign) && !SIGNS.includes(sign)) throw new Refused(INVALID)
    return 'atom'
  }

  /** One letter of a set; null where it is a class. */
  #member(): string | null {
    NAMED_CLASS.lastIndex = this.#at
    const named = NAMED_CLASS.exec(this.#text)
    if (named) {
      this.#at += named[0].length
      return null
    }
    if (/^\[[:.=]/.test(this.#text.slice(this.#at, this.#at + 2))) throw new Refused(INVALID)
    const sign = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0)
    this.#at += sign.length
    if (sign !== '\\') return sign
    const escaped = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0)
    this.#at += escaped.length
    if ('dsw'.includes(escaped) && this.#grammar === 'regex') return null
    if (isWordSign(escaped) || this.#at > this.#text.length) throw new Refused(INVALID)
    return escaped
  }

  #set(): Part {
    this.#at += 1
    this.#takes('^')
    let isFirst = true
    while (isFirst || this.#sign !== ']') {
      if (this.#at >= this.#text.length) throw new Refused(INVALID)
      const from = this.#member()
      isFirst = false
      if (this.#sign !== '-' || this.#text[this.#at + 1] === ']') continue
      this.#at += 1
      if (this.#at >= this.#text.length) throw new Refused(INVALID)
      const to = this.#member()
      if (from === null || to === null || from === '-' || to === '-') throw new Refused(INVALID)
      if ((from.codePointAt(0) ?? 0) > (to.codePointAt(0) ?? 0)) throw new Refused(INVALID)
    }
    this.#at += 1
    return 'atom'
  }
}

/** Why a pattern is refused; null for one that is fine. */
export function patternFault(text: string, grammar: Grammar): string | null {
  try {
    new PatternReader(text, grammar).read()
    return null
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

/** PostgreSQL's `like` fails at such a pattern where a text matches all before it. */
export const endsInEscape = (text: string): boolean => (/\\*$/.exec(text)?.[0].length ?? 0) % 2 === 1
