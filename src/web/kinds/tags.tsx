import { labelOf } from '#entity/choices.ts'
import type { Kind } from './kind.ts'

export const tags: Kind = {
  width: 200,
  cell: ({ value }) =>
    Array.isArray(value) ? (
      <span className="flex gap-1">
        {value.map((tag) => (
          <span key={String(tag)} className="rounded border border-n6 bg-n2 px-1.5 text-12 leading-[18px]">
            {labelOf(String(tag))}
          </span>
        ))}
      </span>
    ) : null,
}
