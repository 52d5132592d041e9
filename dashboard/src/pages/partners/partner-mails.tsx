import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { partnerMailsQuery } from '../../api/partner-queries.ts'
import { mailSettingsQuery } from '../../api/settings-queries.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { MailRow, SHOWN_STATUSES } from '../settings/mail-log.tsx'

/** Emails from this program to the partner. Roles that can resend emails do so here. */
export function PartnerMails({ partnerId }: { partnerId: number }) {
  const programId = useProgramId()
  const { workspaceId } = useProgram()
  const canResend = usePermissionCheck()('member:manage')
  const queryClient = useQueryClient()
  const query = partnerMailsQuery(programId, partnerId)
  const list = useInfiniteQuery(query)
  const { data: settings } = useQuery({ ...mailSettingsQuery(workspaceId), enabled: canResend })
  return (
    <Card aria-label={t('partners.emails')}>
      <CardHeader title={t('partners.emails')} description={t('partners.emailsSentThisPartnerBy')} />
      <PagedRows
        list={list}
        loadingRows={2}
        empty={<p className="px-4 pt-2 pb-4 text-ink-3 sm:px-5">{t('partners.noEmailsYet')}</p>}
        className="mt-3 border-t"
      >
        {(mails) => (
          <ul className="divide-y">
            {mails.map((mail) => (
              <MailRow
                key={mail.id}
                workspaceId={workspaceId}
                mail={mail}
                isOn={settings !== undefined && settings.sending !== 'off'}
                {...(settings?.sending === 'development' && { statuses: SHOWN_STATUSES })}
                onResent={() => queryClient.invalidateQueries({ queryKey: query.queryKey })}
              />
            ))}
          </ul>
        )}
      </PagedRows>
    </Card>
  )
}
