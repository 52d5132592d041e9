import type { ApplicationDetails } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram } from '../../session/use-program.ts'
import { stepText } from './application-labels.ts'

/** A link to a third-party URL, opened without a referrer. */
export function Website({ address }: { address: string }) {
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="break-all text-accent-text underline"
    >
      {address}
    </a>
  )
}

export function ApplicationAnswers({ answers }: Pick<ApplicationDetails, 'answers'>) {
  if (answers.length === 0) return null
  return (
    <section aria-label={t('applications.answers')}>
      <h3 className="mb-2 font-semibold">{t('applications.answers')}</h3>
      <dl className="flex flex-col gap-3">
        {answers.map(({ id, question, answer }) => (
          <div key={id}>
            <dt className="text-[0.8125rem] text-ink-3">{question}</dt>
            <dd className="whitespace-pre-wrap break-words">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function ApplicationHistory({ steps }: Pick<ApplicationDetails, 'steps'>) {
  const { timeZone } = useProgram()
  return (
    <section aria-label={t('applications.history')}>
      <h3 className="mb-2 font-semibold">{t('applications.history')}</h3>
      <ol className="flex flex-col gap-3">
        {steps.map((step) => (
          <li key={step.step} className="border-l-2 pl-3">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium">{stepText(step)}</span>
              <span className="text-ink-3 text-xs">{formatInstant(step.at, timeZone)}</span>
            </p>
            {step.message !== null && <p className="whitespace-pre-wrap break-words">{step.message}</p>}
            {step.answers?.map(({ id, question, answer }) => (
              <p key={id} className="break-words text-[0.8125rem]">
                <span className="text-ink-3">{question}</span> {answer}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
