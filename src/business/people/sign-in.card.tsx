/** The sign-in of a person of another business, for the provider's administrators. */
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { type PersonOfBusiness, state_words } from './person-state.rules.ts'
import { PersonStepDialog, personSteps, type Step } from './person-steps.card.tsx'
import { useSignIn } from './sign-in.hook.ts'

interface Of {
  readonly business_id: string
  readonly business_contact_id: string
}

export function SignInCard(of: Of) {
  const { data: person } = useSignIn(of.business_id, of.business_contact_id)
  return person && (person.state === 'joined' || person.state === 'deactivated') ? (
    <SignIn person={person} business_id={of.business_id} />
  ) : null
}

function SignIn({ person, business_id }: { person: PersonOfBusiness; business_id: string }) {
  const steps = personSteps(person, useSession())
  const [step, setStep] = useState<Step | null>(null)
  const words = state_words[person.state]
  return (
    <Card
      title="Sign-in"
      actions={steps.map((one) => (
        <Button
          key={one.action}
          size="sm"
          {...(one.tone ? { tone: one.tone } : {})}
          disabledReason={one.disabledReason ?? null}
          onClick={() => setStep(one)}
        >
          {one.label}
        </Button>
      ))}
    >
      <PropertiesTable
        items={[
          { label: 'State', value: <Badge tone={words.tone}>{words.label}</Badge> },
          {
            label: 'Last sign-in',
            value: person.last_sign_in_at === null ? 'None yet' : instantText(person.last_sign_in_at),
          },
          { label: 'Open sessions', value: String(person.sessions) },
        ]}
      />
      {step && (
        <PersonStepDialog
          key={step.action}
          person={person}
          step={step}
          business_id={business_id}
          onClose={() => setStep(null)}
        />
      )}
    </Card>
  )
}
