/** People, documents and agreements of a new party, in the words of its review. */
import { labelOf } from '#entity/choices.ts'
import { isDay } from '#kernel/day.ts'
import type { ReviewItem } from '#web/form/fields.ts'
import { dayText } from '#web/kinds/time.tsx'
import { isPaperType, paperOf } from '../compliance/compliance.rules.ts'
import type { TypedPaper, TypedPerson } from './party-rows.rules.ts'

const joined = (parts: readonly string[]) => parts.filter((part) => part.trim() !== '').join(', ')

export const peopleReview = (people: readonly TypedPerson[]): ReviewItem[] =>
  people.map(({ first_name, last_name, email, roles }, at) => ({
    label: `Person ${at + 1}`,
    value: joined([`${first_name} ${last_name}`.trim(), email, ...roles.map(labelOf)]),
  }))

export const papersReview = (papers: readonly TypedPaper[]): ReviewItem[] =>
  papers.map(({ type, file_name, valid_to }, at) => ({
    label: isPaperType(type) ? paperOf(type).label : `Document ${at + 1}`,
    value: joined([file_name, isDay(valid_to) ? `until ${dayText(valid_to)}` : '']),
  }))
