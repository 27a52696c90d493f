import { useRouter } from '@tanstack/react-router'
import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { cx } from './class-names.ts'

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** A path of our own with its query, or an address elsewhere. */
  to: string
  /** Plain: for rows, menus and cards with their own look. */
  plain?: boolean
  replace?: boolean
}

/** Always a real `<a href>`: middle click, copy address and screen readers work as everywhere else. */
export function Link({ to, plain, replace, className, onClick, ...rest }: LinkProps) {
  const router = useRouter()
  const outside = /^[a-z]+:/i.test(to)
  // The browser downloads files.
  const isFile = to.startsWith('/api/')
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (outside || isFile || event.defaultPrevented || modified || rest.target === '_blank') return
    event.preventDefault()
    router.history[replace ? 'replace' : 'push'](to)
  }
  return (
    <a
      href={to}
      {...(outside ? { target: '_blank', rel: 'noreferrer' } : {})}
      {...rest}
      onClick={follow}
      className={cx(!plain && 'text-a11 hover:underline underline-offset-2', className)}
    />
  )
}
