import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { CallError } from '#web/core/call.ts'
import type { Session } from '#web/core/session.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Of the page of a mailed link. */
export interface LinkPageProps {
  readonly token: string
  readonly session: Session | null
}

/** The frame of pages in front of the product: joining, passwords. */
export function FrontPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} – Stint`
  }, [title])
  return (
    <FrontFrame>
      <section className="flex w-full max-w-100 flex-col gap-4 rounded-lg border bg-surface p-5 shadow-1">
        <h1 className="text-16 font-semibold">{title}</h1>
        {children}
      </section>
    </FrontFrame>
  )
}

/** The product's name above what a visitor does before a session. */
export function FrontFrame({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center gap-6 px-4 py-10 tablet:py-[10vh]">
      <div className="flex items-center gap-2.5">
        <img src="/favicon.svg" alt="" width={32} height={32} />
        <span className="text-20 font-semibold tracking-[-0.02em]">Stint</span>
      </div>
      {children}
    </main>
  )
}

export function SignInLine() {
  return (
    <a href="/auth/login" className="text-a11 underline">
      Sign in
    </a>
  )
}

export function Fault({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded border border-red6 bg-red3 px-3 py-2 text-red11">
      {children}
    </p>
  )
}

interface LinkedPageProps<T> {
  readonly title: string
  readonly query: UseQueryResult<T>
  /** Height of the placeholder while the link is read, a class of Tailwind. */
  readonly height: 'h-40' | 'h-60'
  /** Below the refusal of the link. */
  readonly way_on?: ReactNode
  readonly children: (found: T) => ReactNode
}

/** The page of a mailed link, once the link is read; before, its refusal, or another try where the connection is lost. */
export function LinkedPage<T>({ title, query, height, way_on, children }: LinkedPageProps<T>) {
  if (query.error instanceof CallError && query.error.code !== 'lost')
    return (
      <FrontPage title={title}>
        <Fault>{query.error.message}</Fault>
        {way_on}
      </FrontPage>
    )
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data)
    return (
      <FrontPage title={title}>
        <Skeleton className={height} />
      </FrontPage>
    )
  return children(query.data)
}
