import Type from 'typebox'
import type { Config } from '../config/config.ts'

export const MailSending = Type.Enum(['smtp', 'development', 'off'], {
  type: 'string',
  title: 'MailSending',
  description:
    '`off`: SMTP_URL and MAIL_FROM are not set, so no email is sent. `development`: emails are only shown on this ' +
    'machine, at `/dev/mail` and in the log.',
})

/** Returns what happens to the installation's emails. */
export function mailSending({ mail }: Pick<Config, 'mail'>) {
  if (mail === undefined) return 'off' as const
  return mail.server === undefined ? ('development' as const) : ('smtp' as const)
}
