import { useQuery } from '@tanstack/react-query'
import { signInOptionsQuery } from '../api/queries.ts'
import { useProgram } from './use-program.ts'

/** What happens to an email. `unknown` until the service has responded. */
export type MailSending = 'smtp' | 'development' | 'off' | 'unknown'

/** Returns what happens to this installation's emails. Messages about emails take this value as an argument. */
export function useMailSending(): MailSending {
  return useQuery(signInOptionsQuery()).data?.mailSending ?? 'unknown'
}

/** Returns what happens to the program's emails to partners. Sandboxes send none. */
export function usePartnerMailSending(): MailSending | 'sandbox' {
  const sending = useMailSending()
  return useProgram().sandbox ? 'sandbox' : sending
}
