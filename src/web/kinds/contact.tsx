import { Fragment } from 'react'
import { shownPhone } from '#kernel/phone-text.ts'
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

export function Phone({ value }: { value: string }) {
  const { text, link } = shownPhone(value)
  if (link === null) return <>{text}</>
  return (
    <Link to={link} className={cx(target, 'numeric')}>
      {text}
    </Link>
  )
}

export const phone: Kind = {
  width: 150,
  cell: ({ value }) => (value ? <Phone value={String(value)} /> : null),
}
