/** When a person is asked to install Stint: after the second submission from this device, every 90 days at most. Pure. */
import { type Day, daysBetween, isDay } from '#kernel/day.ts'

/** Of this device, for all people at it. */
export interface InstallFacts {
  readonly submissions: number
  readonly shown_on: Day | null
}

const submissions_min = 2
const days_min = 90

export const isOffered = ({ submissions, shown_on }: InstallFacts, today: Day): boolean =>
  submissions >= submissions_min && (shown_on === null || daysBetween(shown_on, today) >= days_min)

/** The facts as kept; anything else counts as none. */
export function installFacts(kept: string | null): InstallFacts {
  try {
    const { submissions, shown_on } = JSON.parse(kept ?? '{}') as Record<string, unknown> // Any JSON may be there.
    return {
      submissions: typeof submissions === 'number' && Number.isSafeInteger(submissions) ? submissions : 0,
      shown_on: typeof shown_on === 'string' && isDay(shown_on) ? shown_on : null,
    }
  } catch {
    return { submissions: 0, shown_on: null }
  }
}

export type InstallWay = 'button' | 'share_menu'

type Browser = {
  readonly userAgent: string
  readonly maxTouchPoints: number
  readonly isInstalled: boolean
  /** The browser has offered the installation. */
  readonly asks: boolean
}

/** Safari on phones and tablets installs from its share menu alone; null where there is no way. */
export function installWay({ userAgent, maxTouchPoints, isInstalled, asks }: Browser): InstallWay | null {
  if (isInstalled) return null
  if (asks) return 'button'
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isApple ? 'share_menu' : null
}
