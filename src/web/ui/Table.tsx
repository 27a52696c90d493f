import type { ComponentPropsWithRef } from 'react'
import { cx } from './class-names.ts'

/** The head of a column: its label, a label above amounts, or one for screen readers only. */
type Head = string | (({ readonly numeric: string } | { readonly hidden: string }) & { className?: string })

/** A plain table: dense rows, hairlines, sticky head. Amount cells take `numeric`. With `heads`, children are the rows. */
export function Table({
  className,
  heads,
  children,
  ...rest
}: ComponentPropsWithRef<'table'> & { heads?: readonly Head[] }) {
  return (
    <table className={cx('w-full border-separate border-spacing-0 text-13', className)} {...rest}>
      {heads ? (
        <>
          <thead>
            <tr>{heads.map(headCell)}</tr>
          </thead>
          <tbody>{children}</tbody>
        </>
      ) : (
        children
      )}
    </table>
  )
}

/** On a phone, the cells of a row over each other instead of beside each other. The head is hidden: cells name themselves. */
export const stacked_on_phone = {
  table: 'max-tablet:block max-tablet:[&>tbody]:block max-tablet:[&>thead]:hidden',
  row: 'max-tablet:grid max-tablet:border-b max-tablet:border-n6 max-tablet:py-1 max-tablet:[&>td]:h-auto max-tablet:[&>td]:border-b-0 max-tablet:[&>td]:px-3',
} as const

function headCell(head: Head) {
  if (typeof head === 'string') return <Th key={head}>{head}</Th>
  if ('numeric' in head)
    return (
      <Th key={head.numeric} numeric className={head.className}>
        {head.numeric}
      </Th>
    )
  return (
    <Th key={head.hidden} className={head.className}>
      <span className="sr-only">{head.hidden}</span>
    </Th>
  )
}

export function Th({ className, numeric, ...rest }: ComponentPropsWithRef<'th'> & { numeric?: boolean }) {
  return (
    <th
      scope="col"
      className={cx(
        'h-8 border-b border-n7 bg-n1 px-2 text-12 font-medium text-n11 whitespace-nowrap first:pl-3 last:pr-3',
        numeric ? 'text-right' : 'text-left',
        className,
      )}
      {...rest}
    />
  )
}

export function Td({ className, numeric, ...rest }: ComponentPropsWithRef<'td'> & { numeric?: boolean }) {
  return (
    <td
      className={cx(
        'h-8 border-b border-n6 px-2 py-1 first:pl-3 last:pr-3',
        numeric && 'numeric text-right',
        className,
      )}
      {...rest}
    />
  )
}

/** Totals under a column of amounts. */
export function TotalTd({ className, ...rest }: ComponentPropsWithRef<'td'>) {
  return (
    <td
      className={cx('numeric h-9 px-2 text-right font-semibold first:pl-3 last:pr-3', className)}
      {...rest}
    />
  )
}
