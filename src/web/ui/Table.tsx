import type { ComponentPropsWithRef } from 'react'
import { cx } from './class-names.ts'

/** Parts of a plain table: dense rows, hairlines, sticky head. Amount cells take `numeric`. */
export function Table({ className, ...rest }: ComponentPropsWithRef<'table'>) {
  return <table className={cx('w-full border-separate border-spacing-0 text-13', className)} {...rest} />
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
