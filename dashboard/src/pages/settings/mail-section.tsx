import { useQuery } from '@tanstack/react-query'
import { mailSettingsQuery } from '../../api/settings-queries.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram } from '../../session/use-program.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { NoAccess } from '../../ui/list-page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SENDING_MODES } from './mail-labels.ts'
import { MailLog } from './mail-log.tsx'
import { MailPreviews } from './mail-previews.tsx'

export function MailSection() {
  const canManage = usePermissionCheck()('member:manage')
  const { workspaceId } = useProgram()
  if (!canManage) {
    return <NoAccess what={t('settings.theEmailLog')}>{t('settings.onlyOwnersAndAdminsThis2')}</NoAccess>
  }
  return <Mails workspaceId={workspaceId} />
}

function Mails({ workspaceId }: { workspaceId: string }) {
  const query = useQuery(mailSettingsQuery(workspaceId))
  return (
    <Loaded query={query} loadingRows={3}>
      {({ sending, from, perRecipientHour, keptDays, previews }) => (
        <div className="flex flex-col gap-4">
          <Card>
            <CardHeader title={SENDING_MODES[sending].title} description={SENDING_MODES[sending].hint} />
            {from !== null && (
              <CardBody>
                <DetailList>
                  <DetailItem name={t('settings.from')}>{from}</DetailItem>
                  <DetailItem name={t('settings.limit')}>
                    {t('settings.perRecipientHourEmailsPerHourEach', { perRecipientHour })}
                  </DetailItem>
                  <DetailItem name={t('settings.log')}>
                    {t('settings.keptForKeptDaysDays', { keptDays })}
                  </DetailItem>
                </DetailList>
              </CardBody>
            )}
          </Card>
          <MailLog workspaceId={workspaceId} sending={sending} />
          <MailPreviews previews={previews} />
        </div>
      )}
    </Loaded>
  )
}
