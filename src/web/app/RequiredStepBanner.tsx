/** Tells in time that the business will ask for another way to sign in. */
import type { RequiredStep } from '#entity/session-facts.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Link } from '#web/ui/Link.tsx'

export function RequiredStepBanner({ step, from }: RequiredStep) {
  const { category, business } = useSession()
  return (
    <section
      aria-label="Sign-in"
      className="flex flex-wrap items-center gap-x-3 border-b bg-amber3 px-4 py-1.5 text-amber11"
    >
      {step === 'second_factor' ? (
        <>
          From {instantText(from)} {business.name} asks its people for a second factor.
          <Link to={pathOf({ category, path: 'profile/security' })} className="underline">
            Your factors
          </Link>
        </>
      ) : (
        `From ${instantText(from)} ${business.name} asks its people to sign in with its own account.`
      )}
    </section>
  )
}
