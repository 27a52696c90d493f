/** Compares the contract of the API with that of an earlier release: within a version only additions. Pure. */
import { actionsOf, type Contract, type Field, fieldsOf } from '#web/developers/contract.ts'

/** Fields of a shape by their path: the kind, with `!` where the field is required. */
type Fields = Readonly<Record<string, string>>

/** The part of a contract that callers lean on. */
export type ReleasedContract = {
  readonly actions: Readonly<Record<string, { readonly input: Fields; readonly answer: Fields }>>
  readonly events: readonly string[]
}

const textsOf = (fields: readonly Field[]): Fields =>
  Object.fromEntries(fields.map(({ path, kind, isRequired }) => [path, `${kind}${isRequired ? '!' : ''}`]))

export const releasedOf = (contract: Contract): ReleasedContract => ({
  actions: Object.fromEntries(
    actionsOf(contract).map(({ action_id, input, answer }) => [
      action_id,
      { input: textsOf(fieldsOf(input)), answer: textsOf(fieldsOf(answer)) },
    ]),
  ),
  events: Object.keys(contract.webhooks).sort(),
})

const isRequired = (text: string): boolean => text.endsWith('!')
const kindIn = (text: string): string => text.replace(/!$/, '')

const LETTERS = /^text, at most (\d+) letters$/
const ONE_OF = 'one of '

/** Does an input of the kind `now` take all that `before` took? */
function isWider(before: string, now: string): boolean {
  if (before === now || now === 'anything') return true
  const [was, is] = [LETTERS.exec(before), LETTERS.exec(now)]
  if (was) return now === 'text' || (is !== null && Number(is[1]) >= Number(was[1]))
  if (before.startsWith(ONE_OF) && now.startsWith(ONE_OF)) {
    const values = now.slice(ONE_OF.length).split(', ')
    return before
      .slice(ONE_OF.length)
      .split(', ')
      .every((value) => values.includes(value))
  }
  const kinds = now.split(' or ')
  return before.split(' or ').every((kind) => kinds.includes(kind))
}

function inputFaults(name: string, before: Fields, now: Fields): string[] {
  const faults: string[] = []
  for (const [path, text] of Object.entries(before)) {
    const other = now[path]
    if (other === undefined) faults.push(`${name}: the input lost ${path}`)
    else if (!isRequired(text) && isRequired(other)) faults.push(`${name}: the input now requires ${path}`)
    else if (!isWider(kindIn(text), kindIn(other)))
      faults.push(`${name}: the input ${path} was ${kindIn(text)} and is ${kindIn(other)}`)
  }
  // A field inside of a new optional one is asked of nobody before.
  const isNew = (path: string) => before[path] === undefined
  for (const [path, text] of Object.entries(now)) {
    const inside = path.slice(0, Math.max(0, path.lastIndexOf('.'))).replace(/\[\]$/, '')
    if (isNew(path) && isRequired(text) && (inside === '' || !isNew(inside)))
      faults.push(`${name}: the input now requires ${path}`)
  }
  return faults
}

/** An answer may be of less than before, or of one more choice. */
const fitsAnswer = (before: string, now: string): boolean =>
  isWider(now, before) || (before.startsWith(ONE_OF) && isWider(before, now))

function answerFaults(name: string, before: Fields, now: Fields): string[] {
  return Object.entries(before).flatMap(([path, text]) => {
    const other = now[path]
    if (other === undefined) return [`${name}: the answer lost ${path}`]
    if (isRequired(text) && !isRequired(other)) return [`${name}: the answer may now lack ${path}`]
    return fitsAnswer(kindIn(text), kindIn(other))
      ? []
      : [`${name}: the answer ${path} was ${kindIn(text)} and is ${kindIn(other)}`]
  })
}

/** The changes that break a program written against `before`. */
export function contractFaults(before: ReleasedContract, now: ReleasedContract): string[] {
  const lost = before.events.filter((event) => !now.events.includes(event))
  return [
    ...lost.map((event) => `the event ${event} is gone`),
    ...Object.entries(before.actions).flatMap(([name, was]) => {
      const is = now.actions[name]
      if (!is) return [`the action ${name} is gone`]
      return [...inputFaults(name, was.input, is.input), ...answerFaults(name, was.answer, is.answer)]
    }),
  ]
}
