import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { mailsQuery } from '../../api/settings-queries.ts'
import type { Mail, MailSettings, MailStatus } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { rich, t } from '../../messages/team-text.ts'
import { StatusFilter } from '../../search/choice-filter.tsx'
import { useMailSending } from '../../session/use-mail-sending.ts'
import { useProgram } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { deliveryText, MAIL_KINDS, MAIL_STATUSES } from './mail-labels.ts'

const REFRESH_MS = 3000

/** Labels for installations that only display emails, as in development. */
export const SHOWN_STATUSES = {
  ...MAIL_STATUSES,
  sent: { ...MAIL_STATUSES.sent, label: t('settings.shownStatuses.sent') },
}

/** Emails to workspace members with their status. Polls while any is pending. */
export function MailLog({ workspaceId, sending }: { workspaceId: string; sending: MailSettings['sending'] }) {
  const isOn = sending !== 'off'
  const statuses = sending === 'development' ? SHOWN_STATUSES : MAIL_STATUSES
  const [status, setStatus] = useState<MailStatus>()
  const list = useInfiniteQuery({
    ...mailsQuery(workspaceId, status),
    refetchInterval: ({ state }) =>
      isOn && state.data?.pages[0]?.data.some((mail) => mail.state === 'pending') ? REFRESH_MS : false,
  })
  return (
    <Card>
      <CardHeader
        title={t('settings.emails')}
        description={t('settings.emailsMembersPartnersInviteesAnd')}
        actions={<StatusFilter value={status} statuses={statuses} onChange={setStatus} />}
      />
      <PagedRows
        list={list}
        loadingRows={3}
        empty={
          <p className="px-4 pb-4 text-ink-3 sm:px-5">
            {status === undefined ? t('settings.noEmailsYet') : t('settings.noEmailsWithThisStatus')}
          </p>
        }
        className="mt-3 border-t"
      >
        {(rows) => (
          <ul className="divide-y">
            {rows.map((mail) => (
              <MailRow key={mail.id} workspaceId={workspaceId} mail={mail} isOn={isOn} statuses={statuses} />
            ))}
          </ul>
        )}
      </PagedRows>
    </Card>
  )
}

/** An email with its status, and a resend button if the role allows it. */
export function MailRow({
  workspaceId,
  mail,
  isOn,
  statuses = MAIL_STATUSES,
  onResent,
}: {
  workspaceId: string
  mail: Mail
  isOn: boolean
  statuses?: typeof MAIL_STATUSES
  /** Called after an email is resent, for lists other than the workspace's. */
  onResent?: () => Promise<unknown>
}) {
  const { timeZone } = useProgram()
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  const sending = useMailSending()
  const params = { path: { workspaceId, mailId: String(mail.id) } }
  const resend = useMutation({
    mutationFn: () => read(api.POST('/api/workspaces/{workspaceId}/mails/{mailId}/resend', { params })),
    async onSuccess() {
      showSuccess(t('settings.resendingEmailRecipient', { recipient: mail.recipient, sending }))
      await Promise.all([queryClient.invalidateQueries({ queryKey: ['mails', workspaceId] }), onResent?.()])
    },
    onError: showError,
  })
  const canResend = isOn && !mail.hasSecretLink && (mail.state === 'failed' || mail.state === 'withdrawn')
  return (
    <li className="flex items-start justify-between gap-3 px-4 py-2.5 sm:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{MAIL_KINDS[mail.kind].label}</span>
          <LabelBadge {...statuses[mail.state]} />
        </p>
        <p className="wrap-anywhere">{mail.recipient}</p>
        <p className="wrap-anywhere text-[0.8125rem] text-ink-2">{deliveryText(mail)}</p>
        <p className="text-ink-3 text-xs">
          {formatInstant(mail.sentAt ?? mail.createdAt, timeZone)}
          {mail.state === 'pending' &&
            mail.nextAttemptAt !== null &&
            mail.attempts > 0 &&
            t('settings.nextAttemptNextAttemptAt', {
              nextAttemptAt: formatInstant(mail.nextAttemptAt, timeZone),
            })}
        </p>
      </div>
      {canResend && (
        <Button size="small" look="quiet" isBusy={resend.isPending} onClick={() => resend.mutate()}>
          {rich('settings.resendRecipient', {
            recipient: mail.recipient,
            span: (children) => <span className="sr-only">{children}</span>,
          })}
        </Button>
      )}
    </li>
  )
}
