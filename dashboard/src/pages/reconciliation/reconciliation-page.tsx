import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import { reconciliationSettingsQuery } from '../../api/reconciliation-queries.ts'
import type { ReconciliationSettings } from '../../api/types.ts'
import { rich, t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Card } from '../../ui/card.tsx'
import { NoAccess } from '../../ui/list-page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { processorLabel } from '../payments/processor-guides.ts'
import { textLink } from '../sign-in/entry-frame.tsx'
import { ApiKeyCard } from './api-key-card.tsx'
import { apiKeyGuide } from './api-key-guides.ts'
import { MonthCard } from './month-card.tsx'

/** Compares a month's payments with the payment processor's. */
export function ReconciliationPage() {
  const can = usePermissionCheck()
  return (
    <>
      <PageHeader title={t('reconciliation.title')} description={t('reconciliation.description')} />
      {can('billing:read') ? (
        <Content />
      ) : (
        <NoAccess what={t('reconciliation.payments')}>{t('reconciliation.roles')}</NoAccess>
      )}
    </>
  )
}

function Content() {
  const query = useQuery(reconciliationSettingsQuery(useProgramId()))
  return (
    <Loaded query={query} loadingRows={3}>
      {(settings) =>
        settings.isSupported ? (
          <div className="flex flex-col gap-4">
            {!settings.hasApiKey && <ApiKeyCard settings={settings} />}
            <MonthCard hasApiKey={settings.hasApiKey} />
            <Omitted processor={settings.processor} />
            {settings.hasApiKey && <ApiKeyCard settings={settings} />}
          </div>
        ) : (
          <Card>
            <Unavailable {...settings} />
          </Card>
        )
      }
    </Loaded>
  )
}

function Omitted({ processor }: Pick<ReconciliationSettings, 'processor'>) {
  const { omitted } = apiKeyGuide(processor)
  return omitted === undefined ? null : <p className="text-ink-2">{omitted}</p>
}

function Unavailable({ processor }: ReconciliationSettings) {
  const programId = useProgramId()
  if (processor !== null) {
    return (
      <EmptyState
        icon={Plug}
        title={t('reconciliation.notSupported', { processor: processorLabel(processor) })}
      >
        {t('reconciliation.notSupported.why')}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={Plug} title={t('reconciliation.notConnected')}>
      {rich('reconciliation.notConnected.what', {
        link: (children) => (
          <Link to="/programs/$programId/payments" params={{ programId }} className={textLink}>
            {children}
          </Link>
        ),
      })}
    </EmptyState>
  )
}
