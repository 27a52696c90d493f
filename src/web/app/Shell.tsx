import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { JobsProvider } from '#web/core/jobs-context.ts'
import { titleOf, withoutRefresh } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Announcer } from '#web/ui/Announcer.tsx'
import { useAnnounce } from '#web/ui/announce.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useIsPhone } from '#web/ui/media.ts'
import { setKeyMap, setLetters, useShortcuts } from '#web/ui/shortcuts.ts'
import { useGo } from '#web/ui/use-go.ts'
import { ActingBanner } from './ActingBanner.tsx'
import { BottomBar } from './BottomBar.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { fullMenu, goLetter } from './menu.ts'
import { RequiredStepBanner } from './RequiredStepBanner.tsx'
import { SideNav } from './SideNav.tsx'
import { StepUpHost } from './StepUpDialog.tsx'
import { readShortcuts, shortcuts_preference } from './shortcut-preference.ts'
import { TopBar } from './TopBar.tsx'
import { useJobList } from './use-jobs.ts'

const Palette = lazyPart(() => import('./Palette.tsx').then((m) => m.Palette))
const ShortcutSheet = lazyPart(() => import('./ShortcutSheet.tsx').then((m) => m.ShortcutSheet))
const Outbox = lazyPart(() => import('./Outbox.tsx').then((m) => m.Outbox))
const InstallOffer = lazyPart(() => import('./InstallOffer.tsx').then((m) => m.InstallOffer))
const JobDock = lazyPart(() => import('./JobDock.tsx').then((m) => m.JobDock))

/** The frame of every signed-in page: menu, top bar, and below 768 px a bottom bar (spec §2, breakpoints). */
export function Shell({ children }: { children: ReactNode }) {
  const session = useSession()
  const go = useGo()
  const isPhone = useIsPhone()
  const [isPalette, setPalette] = useState(false)
  const [isSheet, setSheet] = useState(false)
  const typed = useTypedAhead(isPalette)
  const jobs = useJobList()
  const menu = fullMenu(session)
  const own_keys = session.user.preferences[shortcuts_preference]
  useEffect(() => {
    const { off, keys } = readShortcuts(own_keys)
    setLetters(!off)
    setKeyMap(keys)
  }, [own_keys])

  const goTo = menu.flatMap((entry) => {
    const letter = goLetter(entry)
    return letter
      ? [{ keys: `g ${letter}`, label: `Go to ${entry.label}`, group: 'Go', run: () => go.to(entry.path) }]
      : []
  })
  useShortcuts([
    {
      keys: 'Mod k',
      label: 'Search and commands',
      group: 'Everywhere',
      inFields: true,
      run: () => setPalette(true),
    },
    { keys: '?', label: 'Keyboard shortcuts', group: 'Everywhere', run: () => setSheet(true) },
    {
      keys: '/',
      label: 'Search',
      group: 'Everywhere',
      // A list has its own search. Other pages open the palette.
      run: () => {
        const own = document.querySelector<HTMLElement>('[data-list-search]')
        if (own) own.focus()
        else setPalette(true)
      },
    },
    ...goTo,
  ])

  return (
    <JobsProvider value={jobs.api}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <div className="flex h-dvh flex-col">
        <ConnectionBanner />
        {session.impersonation && <ActingBanner impersonation={session.impersonation} />}
        {session.lacks_mail && <MailBanner />}
        {session.required_steps.map((one) => (
          <RequiredStepBanner key={one.step} {...one} />
        ))}
        {session.device_key !== null && <InstallOffer />}
        <div className="flex min-h-0 flex-1">
          {!isPhone && <SideNav menu={menu} />}
          <div className="flex min-w-0 flex-1 flex-col">
            <TopBar onPalette={() => setPalette(true)} onSheet={() => setSheet(true)} />
            <Main>{children}</Main>
            {isPhone && <BottomBar />}
          </div>
        </div>
      </div>
      <RouteAnnouncer />
      <Announcer />
      <StepUpHost />
      {session.device_key !== null && <Outbox />}
      {jobs.list.length > 0 && <JobDock jobs={jobs.list} onClose={jobs.close} />}
      {isPalette && <Palette typed={typed} onClose={() => setPalette(false)} />}
      {isSheet && <ShortcutSheet onClose={() => setSheet(false)} />}
    </JobsProvider>
  )
}

function MailBanner() {
  return (
    <p role="status" className="bg-red3 px-4 py-1.5 text-center text-red11">
      Mail is not set up, so nobody gets invitations or notices. Set SMTP_URL and start again.
    </p>
  )
}

/** Keeps the keys typed before the palette is loaded and puts them into it. */
function useTypedAhead(isPalette: boolean): RefObject<string> {
  const typed = useRef('')
  useEffect(() => {
    if (!isPalette) return
    typed.current = ''
    const keep = (event: KeyboardEvent) => {
      if (document.getElementById('palette-list') || event.key.length !== 1) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      typed.current += event.key
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', keep, { capture: true })
    return () => removeEventListener('keydown', keep, { capture: true })
  }, [isPalette])
  return typed
}

/** A new page starts at its top and takes the keyboard focus. */
function Main({ children }: { children: ReactNode }) {
  // A refresh marker (spec §2) is not a new page.
  const pathname = useRouterState({ select: (state) => withoutRefresh(state.location.pathname) })
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // A list restored by Back has already focused its row.
    if (main.current?.contains(document.activeElement) && document.activeElement !== main.current) return
    main.current?.focus({ preventScroll: true })
    main.current?.scrollTo({ top: 0 })
  }, [pathname])
  return (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      className="scroll-quiet flex min-h-0 flex-1 flex-col overflow-y-auto outline-none"
    >
      {children}
    </main>
  )
}

/** Announces the new page to screen readers: a page change without a reload is silent. */
function RouteAnnouncer() {
  useAnnounce(titleOf(useRouterState({ select: (state) => withoutRefresh(state.location.pathname) })))
  return null
}
