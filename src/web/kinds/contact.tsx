import { Fragment } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import type { Kind } from './kind.ts'

/** 24 px to hit, in the height of one line. */
const target = '-my-1 inline-block py-1'

export const email: Kind = {
  width: 200,
  cell: ({ value }) =>
    value ? (
      <Link to={`mailto:${String(value)}`} className={target}>
        <MailText value={String(value)} />
      </Link>
    ) : null,
}

/** Breaks a long address after @ or a dot, not inside a word. */
function MailText({ value }: { value: string }) {
  return value.split(/(?<=@)|(?=\.)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** Spec §5: web links without https get it prefixed. Any other scheme is never followed. */
export function webAddress(value: string): string {
  return /^https:\/\//i.test(value) ? value : `https://${value.replace(/^[a-z]+:(\/\/)?/i, '')}`
}

export const url: Kind = {
  width: 200,
  cell: ({ value }) =>
    value ? (
      <Link to={webAddress(String(value))} className={target}>
        {String(value)}
      </Link>
    ) : null,
}

/** Spec §5: phones display with a leading plus. */
export function phoneText(value: string): string {
  const digits = value.trim()
  return digits === '' || digits.startsWith('+') ? digits : `+${digits}`
}

export const phone: Kind = {
  width: 150,
  cell: ({ value }) =>
    value ? (
      <Link to={`tel:${phoneText(String(value)).replace(/[^+\d]/g, '')}`} className={cx(target, 'numeric')}>
        {phoneText(String(value))}
      </Link>
    ) : null,
}
