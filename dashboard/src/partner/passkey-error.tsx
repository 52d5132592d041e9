import { FormError } from '../ui/form-error.tsx'

/** The browser rejected or canceled a passkey request. Its own message isn't meant for users. */
export class PasskeyCanceledError extends Error {}

export function PasskeyError({ error }: { error: unknown }) {
  if (!(error instanceof PasskeyCanceledError)) return <FormError error={error} />
  return (
    <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-bad">
      {error.message}
    </p>
  )
}
