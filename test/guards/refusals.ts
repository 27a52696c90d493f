/** Refusals are compared by their code, and every state table has one shape. */
import { codeOf, type Finding, isCode, isTest, linesWith, type SourceFile } from './source.ts'

const product = ({ path }: SourceFile) => path.startsWith('src/') && isCode(path) && !isTest(path)

const TEXTS = String.raw`(?:errorText|validationText|dialogText)\.\w+`
const SENTENCE = String.raw`(?:'[A-Z][^'\n]* [a-z][^'\n]*'|"[A-Z][^"\n]* [a-z][^"\n]*")`
const COMPARED = new RegExp(
  [
    String.raw`[!=]==?\s*${TEXTS}`,
    String.raw`${TEXTS}\s*[!=]==?`,
    String.raw`[!=]==?\s*${SENTENCE}`,
    String.raw`${SENTENCE}\s*[!=]==`,
    String.raw`\.message\s*[!=]==?`,
    String.raw`\.message\??\.(?:includes|startsWith|endsWith|match)\(`,
  ].join('|'),
)

/** A sentence is for its reader: code that depends on it breaks with its next wording. */
export function comparedSentences(file: SourceFile): Finding[] {
  return product(file) ? linesWith(file, COMPARED, codeOf(file.text, 'keep')) : []
}

/** `can` comes from `transitions`; a single question answers with a Verdict. */
export function ownCan(file: SourceFile): Finding[] {
  if (!product(file)) return []
  const code = codeOf(file.text)
  const own = linesWith(file, /\bexport (?:const|function) can\b|:\s*true \| string|:\s*string \| true/, code)
  const tables = /\bexport const \{[^}]*\bcan\b[^}]*\} =\s*(?!\s*transitions\b)/.test(code)
  return tables ? [...own, `${file.path} makes can without transitions()`] : own
}
