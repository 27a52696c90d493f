/** Rules for every typed text, in any field. */
import { validationText } from './messages.ts'

/** The longest text that any field takes. */
export const TEXT_MAX = 4000
/** The longest name, address line or reference: it fits a line of a document. */
export const LINE_MAX = 200

/** Controls besides tab and line ends, and code points that are no characters: files and XML cannot hold them. */
const control = /[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}/u
/** Signs without ink: blanks, zero-width signs, marks of writing direction, fillers. */
const unseen = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Marks on one letter beyond these stack over the lines above and below. */
export const MARKS_MAX = 2
/** Marks for any letter; other scripts have marks of their own, of which a letter may need several. */
const stacked_marks = /(?:[\p{M}&&\p{Script=Inherited}]\p{Cf}*){3}|\p{M}{9}/v
/** Signs that turn the writing direction of what follows: a text then reads as another. */
const direction = /[\u202a-\u202e\u2066-\u2069]/
/** Signs without ink, and line ends, that two values of one line could differ by. */
const hidden_in_line = /[\p{Cf}\p{Zl}\p{Zp}]/u

const isUnseen = (text: string): boolean => unseen.test(text)

/**
 * The fault of a typed text; null without one. Blanks alone count as nothing, so the field decides whether it is
 * mandatory.
 */
export function typedTextFault(text: string): string | null {
  if (text.length > TEXT_MAX) return validationText.max_length(TEXT_MAX)
  if (!text.isWellFormed() || control.test(text) || direction.test(text)) return validationText.matches
  if (stacked_marks.test(text)) return validationText.matches
  return text.trim() !== '' && isUnseen(text) ? validationText.matches : null
}

/** A code of six digits as apps and mails show it, `123 456` or `123-456`, without the separators of its digits. */
export const codeDigits = (typed: string): string => typed.replace(/[\s-]/g, '')

/** Does a value of one line hold signs that nobody sees in it? */
export const hidesSigns = (line: string): boolean => hidden_in_line.test(line)

/** The same for a name: one line, and not empty where it is required. */
export function typedLineFault(text: string, is_required: boolean): string | null {
  if (text.trim() === '' && is_required) return validationText.required
  const fault = typedTextFault(text) ?? (hidesSigns(text) ? validationText.matches : null)
  return fault ?? (text.length > LINE_MAX ? validationText.max_length(LINE_MAX) : null)
}

/** The fault of a text that is no mail address by its form; the server asks for more. */
export const emailFormFault = (typed: string): string | null =>
  /^[^\s@<>]+@[^\s@<>]+\.[^\s@.<>]+$/.test(typed.trim()) ? null : validationText.email
