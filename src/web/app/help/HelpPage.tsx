/** `/help/{category}`: how each thing is done, from docs/help. It opens without a session, too. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { CATEGORIES, type Category } from '#entity/access.ts'
import { labelOf } from '#entity/choices.ts'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { pathOf } from '#web/core/place.ts'
import { VerticalTabs } from '#web/ui/Tabs.tsx'
import type { LinkPageProps } from '../front/FrontPage.tsx'
import { type HelpBlock, type HelpFigure, type HelpSection, sectionFor } from './help-text.ts'
import { figureAddress, help_texts } from './help-texts.ts'

const isCategory = (word: string): word is Category => CATEGORIES.some((one) => one === word)

export function HelpPage({ token, session }: LinkPageProps) {
  if (!isCategory(token)) return <NotFound />
  return <Help category={token} home={session && pathOf({ category: session.category, path: 'dashboard' })} />
}

function Help({ category, home }: { category: Category; home: string | null }) {
  const text = help_texts[category]
  const page = useRef(new URLSearchParams(location.search).get('page'))
  const open = useHash()
  useEffect(() => {
    document.title = `${text.title} – Stint`
    const asked = page.current === null ? location.hash.slice(1) : sectionFor(text, page.current)?.id
    const heading = asked ? document.getElementById(asked) : null
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }, [text])
  return (
    <div className="mx-auto grid max-w-260 gap-x-10 gap-y-6 px-4 py-6 desktop:grid-cols-[15rem_minmax(0,1fr)]">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 desktop:col-span-2">
        <img src="/favicon.svg" alt="" width={24} height={24} />
        <a href={home ?? '/auth/login'} className="inline-flex min-h-11 items-center text-a11 underline">
          {home ? 'Back to Stint' : 'Sign in'}
        </a>
        <nav aria-label="Help for others" className="flex flex-wrap gap-x-4 tablet:ml-auto">
          {CATEGORIES.filter((one) => one !== category).map((one) => (
            <a
              key={one}
              href={`/help/${one}`}
              className="inline-flex min-h-11 items-center text-n11 underline"
            >
              {labelOf(one)}
            </a>
          ))}
        </nav>
      </header>
      <div className="desktop:sticky desktop:top-6 desktop:self-start">
        <VerticalTabs
          label="On this page"
          tabs={text.sections.map(({ id, title }) => ({
            to: `#${id}`,
            label: title,
            current: id === (open ?? text.sections[0]?.id),
          }))}
        />
      </div>
      <main id="main" className="flex min-w-0 flex-col gap-8">
        <div>
          <h1 className="text-20 font-semibold">{text.title}</h1>
          <p className="mt-1 max-w-160 text-14 text-n11">{text.intro}</p>
        </div>
        {text.sections.map((section) => (
          <Section key={section.id} section={section} />
        ))}
      </main>
    </div>
  )
}

/** The heading of the address. */
const useHash = (): string | null =>
  useSyncExternalStore(
    (onChange) => {
      window.addEventListener('hashchange', onChange)
      return () => window.removeEventListener('hashchange', onChange)
    },
    () => location.hash.slice(1) || null,
  )

function Section({ section: { id, title, blocks, figure } }: { section: HelpSection }) {
  return (
    <section aria-labelledby={id} className="flex max-w-160 flex-col gap-3 text-14">
      <h2 id={id} tabIndex={-1} className="scroll-mt-6 text-16 font-semibold">
        {title}
      </h2>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never move.
        <Block key={at} block={block} />
      ))}
      {figure && <Figure figure={figure} />}
    </section>
  )
}

/** A picture of the screen, as it is on the reader's own width. */
function Figure({ figure: { name, alt } }: { figure: HelpFigure }) {
  return (
    <picture>
      <source media="(max-width: 767px)" srcSet={figureAddress(name, 390)} width={390} height={844} />
      <img
        src={figureAddress(name, 1280)}
        alt={alt}
        width={1280}
        height={800}
        loading="lazy"
        className="h-auto w-full rounded-lg border max-tablet:max-w-80"
      />
    </picture>
  )
}

function Block({ block: { kind, lines } }: { block: HelpBlock }) {
  if (kind === 'text') return lines.map((line) => <p key={line.join()}>{marked(line)}</p>)
  const List = kind === 'steps' ? 'ol' : 'ul'
  return (
    <List
      className={
        kind === 'steps' ? 'flex list-decimal flex-col gap-1 pl-6' : 'flex list-disc flex-col gap-1 pl-6'
      }
    >
      {lines.map((line) => (
        <li key={line.join()}>{marked(line)}</li>
      ))}
    </List>
  )
}

const marked = (line: readonly string[]) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never move.
  line.map((part, at) => (at % 2 === 1 ? <strong key={at}>{part}</strong> : part))
