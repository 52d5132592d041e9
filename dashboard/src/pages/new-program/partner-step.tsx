import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { firstLinkQuery } from '../../api/partner-queries.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { takeLostFocus } from '../../ui/focus-page.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { AddPartnerFields, useAddPartnerForm } from '../partners/add-partner-form.tsx'
import { linkAddress } from '../partners/site-address.ts'
import { FirstClick } from './first-click.tsx'
import { StepActions, type StepProps } from './step-actions.tsx'

/** Adds the first partner, then shows their link and its first click. */
export function PartnerStep(props: StepProps) {
  const link = useQuery(firstLinkQuery(useProgramId()))
  return (
    <Loaded query={link} loadingRows={4}>
      {(first) =>
        first === null ? <AddFirstPartner {...props} /> : <PartnerAdded {...props} link={first} />
      }
    </Loaded>
  )
}

function AddFirstPartner({ step, isComplete, onDone }: StepProps) {
  const adding = useAddPartnerForm(({ status }) => status !== 'approved' && onDone())
  const { form } = adding
  return (
    <Card>
      <CardBody>
        <form onSubmit={form.onSubmit} className="flex max-w-xl flex-col gap-5">
          <AddPartnerFields {...adding} />
          <FormError error={form.error} />
          <StepActions step={step} isComplete={isComplete}>
            <Button type="submit" look="primary" isBusy={form.isBusy}>
              {t('partners.addPartner')}
            </Button>
          </StepActions>
        </form>
      </CardBody>
    </Card>
  )
}

function PartnerAdded({ step, link: { name, code } }: StepProps & { link: { name: string; code: string } }) {
  const programId = useProgramId()
  const { siteUrl } = useProgram()
  const text = siteUrl === null ? code : linkAddress(siteUrl, code)
  return (
    <>
      <section aria-label={t('setup.linkOfName', { name })} tabIndex={-1} ref={takeLostFocus}>
        <Card>
          <CardHeader
            title={t('setup.linkOfName', { name })}
            description={siteUrl === null ? t('setup.linkNeedsSite') : t('setup.linkIsReady')}
            actions={
              <Button asChild size="small">
                <Link to="/programs/$programId/partners" params={{ programId }}>
                  {t('setup.viewPartners')}
                </Link>
              </Button>
            }
          />
          <CardBody>
            <Copyable text={text} what={t('setup.linkOfName', { name })}>
              <code className="wrap-anywhere min-w-0 grow basis-40 px-3.5 py-3 font-mono text-[0.8125rem]">
                {text}
              </code>
            </Copyable>
          </CardBody>
        </Card>
      </section>
      <FirstClick code={code} />
      <StepActions step={step} isComplete />
    </>
  )
}
