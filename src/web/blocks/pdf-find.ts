/** Words in the text of a PDF file: where they stand, page by page. Pure. */

/** A piece of text as the file holds it; `hasEOL`: a line ends behind it. */
export type Piece = { readonly str: string; readonly hasEOL: boolean }

/** A place in a page: the piece, and the letter within it. */
export type Place = { readonly piece: number; readonly letter: number }

/** `page` counts from 0; `end` lies behind the last letter. */
export type Match = { readonly page: number; readonly start: Place; readonly end: Place }

type PageText = { readonly text: string; readonly places: readonly Place[] }

/** The letters of a page in one text, with the place of each. Blanks and ends of lines count as one blank. */
function pageText(pieces: readonly Piece[]): PageText {
  let text = ''
  const places: Place[] = []
  const add = (letter: string, place: Place) => {
    const is_blank = letter.trim() === ''
    if (is_blank && (text === '' || text.endsWith(' '))) return
    text += is_blank ? ' ' : letter
    places.push(place)
  }
  for (const [piece, { str, hasEOL }] of pieces.entries()) {
    for (let letter = 0; letter < str.length; letter += 1) add(folded(str.charAt(letter)), { piece, letter })
    if (hasEOL) add(' ', { piece, letter: str.length })
  }
  return { text, places }
}

/** A letter without case. Some small letters are two: they stay as they are, so that places count the same. */
function folded(letter: string): string {
  const small = letter.toLowerCase()
  return small.length === 1 ? small : letter
}

/** The matches of a page, without overlap. @param page counts from 0 */
export function matchesOf(page: number, pieces: readonly Piece[], words: string): Match[] {
  const wanted = [...words.trim().replace(/\s+/g, ' ')].map(folded).join('')
  if (wanted === '') return []
  const { text, places } = pageText(pieces)
  const found: Match[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const start = places[at]
    const last = places[at + wanted.length - 1]
    if (start && last) found.push({ page, start, end: { ...last, letter: last.letter + 1 } })
  }
  return found
}
