import type { Kind } from './kind.ts'

export const text: Kind = { width: 200, cell: ({ value }) => (value === null ? null : String(value)) }
export const code: Kind = {
  width: 100,
  cell: ({ value, name }) =>
    value === null ? null : (
      <span className="numeric">{name === 'sort_code' ? sortCodeText(String(value)) : String(value)}</span>
    ),
}
/** As banks print it: `00-22-10`. */
export const sortCodeText = (value: string): string => value.replace(/^(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3')

/** Database keys are not shown; lists show the row behind the key. */
export const uuid: Kind = { width: 100, cell: () => null }
export const json: Kind = { width: 200, cell: () => null }
