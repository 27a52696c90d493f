import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Spinner } from './Spinner.tsx'
import { Tooltip } from './Tooltip.tsx'
import { useVerbRefusal } from './verb-refusal.ts'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const tones: Record<ButtonTone, string> = {
  primary: 'bg-a9 text-on-accent border-transparent hover:bg-a10 shadow-1',
  secondary: 'bg-surface text-n12 border-n7 hover:bg-n3 hover:border-n8 shadow-1',
  quiet: 'bg-transparent text-n11 border-transparent hover:bg-n4 hover:text-n12',
  danger: 'bg-red9 text-on-accent border-transparent hover:bg-red10 shadow-1',
}
const sizes: Record<ButtonSize, string> = {
  sm: 'h-7 px-2 text-12 gap-1 pointer-coarse:h-12 pointer-coarse:px-3',
  md: 'h-8 px-3 text-13 gap-1.5 pointer-coarse:h-12',
  lg: 'h-12 px-4 text-14 gap-2',
}

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  tone?: ButtonTone
  size?: ButtonSize
  icon?: LucideIcon
  /** Busy: keeps its width and ignores a second click. */
  busy?: boolean
  /** Reason for the disabled state. A disabled button always has one. */
  disabledReason?: string | null | undefined
  /** The verb behind it: disabled where the session does it on no record. */
  verb?: string | undefined
  /** Key hint in the tooltip, e.g. `d`. */
  shortcut?: string
}

export function buttonClass(tone: ButtonTone = 'secondary', size: ButtonSize = 'md', extra?: string): string {
  return cx(
    'relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded border font-medium',
    'transition-colors aria-disabled:opacity-50 aria-disabled:shadow-none',
    tones[tone],
    sizes[size],
    extra,
  )
}

/** A disabled button stays in the tab order, so that keyboard and screen readers reach the reason. */
export function Button(props: ButtonProps) {
  const {
    tone,
    size,
    icon: Icon,
    busy,
    disabledReason: reason,
    verb,
    shortcut,
    children,
    className,
    onClick,
    ...rest
  } = props
  const refusal = useVerbRefusal()
  const disabledReason = refusal(verb) ?? reason
  const off = Boolean(disabledReason) || busy === true
  const button = (
    <button
      type="button"
      {...rest}
      aria-disabled={off || undefined}
      aria-description={disabledReason || undefined}
      aria-busy={busy || undefined}
      className={buttonClass(tone, size, className)}
      onClick={(event) => (off ? event.preventDefault() : onClick?.(event))}
    >
      {Icon && (
        <Icon
          size={size === 'lg' ? 18 : 15}
          strokeWidth={1.9}
          aria-hidden
          className={cx(busy && 'invisible')}
        />
      )}
      {children !== undefined && <span className={cx('truncate', busy && 'invisible')}>{children}</span>}
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  )
  if (disabledReason) return <Tooltip text={disabledReason}>{button}</Tooltip>
  if (shortcut)
    return (
      <Tooltip text={textOf(children)} shortcut={shortcut}>
        {button}
      </Tooltip>
    )
  return button
}

function textOf(children: ReactNode): string {
  return typeof children === 'string' ? children : ''
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  icon: LucideIcon
  /** Tooltip and accessible name. */
  label: string
}

export function IconButton({
  icon: Icon,
  label,
  size = 'md',
  tone = 'quiet',
  className,
  shortcut,
  disabledReason: reason,
  verb,
  busy,
  onClick,
  ...rest
}: IconButtonProps) {
  const refusal = useVerbRefusal()
  const disabledReason = refusal(verb) ?? reason
  const off = Boolean(disabledReason) || busy === true
  return (
    <Tooltip text={disabledReason || label} {...(shortcut ? { shortcut } : {})}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-disabled={off || undefined}
        aria-description={disabledReason || undefined}
        className={buttonClass(
          tone,
          size,
          cx(
            'px-0!',
            size === 'sm' ? 'w-7 pointer-coarse:w-12' : size === 'lg' ? 'w-12' : 'w-8 pointer-coarse:w-12',
            className,
          ),
        )}
        onClick={(event) => (off ? event.preventDefault() : onClick?.(event))}
      >
        {busy ? <Spinner /> : <Icon size={size === 'lg' ? 20 : 16} strokeWidth={1.9} aria-hidden />}
      </button>
    </Tooltip>
  )
}
