/** Sections People, Bank account and Documents in the forms of new parties. */
import { category_roles } from '#entity/roles.ts'
import type { FormPart } from '#web/form/fields.ts'
import { section } from '#web/form/section.tsx'
import type { PaperType } from '../compliance/compliance.rules.ts'
import type { MadeTerms } from './made-terms.form.tsx'
import { PaperRows } from './paper-rows.form.tsx'
import type { TypedPaper, TypedPerson } from './party-rows.rules.ts'
import { PeopleRows } from './people-rows.form.tsx'
import { papersReview, peopleReview } from './row-review.view.ts'

type Rows = { readonly people: readonly TypedPerson[]; readonly papers: readonly TypedPaper[] }

export const peopleSection = (category: 'agency' | 'client' | 'funder') =>
  [
    section('people_section', 'People'),
    {
      kind: 'custom',
      name: 'people',
      label: 'People',
      render: (part: FormPart<Pick<Rows, 'people'>>) => (
        <PeopleRows roles={category_roles[category]} part={part} />
      ),
      review: ({ people }: Pick<Rows, 'people'>) => peopleReview(people),
    },
  ] as const

export const papersSection = <V extends Pick<Rows, 'papers'>>(
  draft_id: string | undefined,
  typesOf: (values: V) => readonly PaperType[],
  made?: MadeTerms,
) =>
  [
    section('papers_section', 'Documents'),
    {
      kind: 'custom',
      name: 'papers',
      label: 'Documents',
      render: (part: FormPart<V>) => (
        <PaperRows
          types={typesOf(part.values)}
          draft_id={draft_id}
          made={made}
          // A part of the form that sets papers alone.
          part={part as unknown as FormPart<Pick<Rows, 'papers'>>}
        />
      ),
      review: ({ papers }: Pick<Rows, 'papers'>) => papersReview(papers),
    },
  ] as const

type When<V> = { when?(values: V): boolean; readonly title?: string; readonly holder_hint?: string }

/** See `withHolder`. */
export const holder_hint = 'Leave empty for the registered name.'

/** @param when the party has an account of its own */
export const bankSection = <V,>({ when, title = 'Bank account', holder_hint }: When<V> = {}) => {
  const shown = when ? { when } : {}
  const hint = holder_hint === undefined ? {} : { hint: holder_hint }
  return [
    { ...section('bank_section', title), ...shown },
    { kind: 'text', name: 'account_holder_name', label: 'Account holder name', ...shown, ...hint },
    { kind: 'text', name: 'bank_name', label: 'Bank name', ...shown },
    { kind: 'text', name: 'sort_code', label: 'Sort code', max: 8, ...shown },
    { kind: 'text', name: 'account_number', label: 'Account number', max: 10, ...shown },
    { kind: 'text', name: 'iban', label: 'IBAN', max: 42, ...shown },
    { kind: 'text', name: 'swift_code', label: 'Swift code', max: 11, ...shown },
    { kind: 'text', name: 'ach_routing', label: 'ACH routing number', max: 9, ...shown },
  ] as const
}
