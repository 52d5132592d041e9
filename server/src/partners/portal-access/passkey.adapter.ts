import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** The public URL for which passkeys are valid. */
interface RelyingParty {
  publicUrl: string
}

/** Uses up a challenge and returns whether it was valid. */
type Consume = (challenge: string) => Promise<boolean>

export interface StoredPasskey {
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
}

export type NewPasskey = StoredPasskey & { is_synced: boolean }

/** Loaded on first use, because most processes never need it. */
const loadLibrary = () => import('@simplewebauthn/server')

const SECOND_MS = 1000

/** Creates registration options for a discoverable passkey with user verification. */
export async function creationOptions(
  { publicUrl }: RelyingParty,
  requested: {
    challenge: Buffer
    userId: Buffer
    email: string
    known: readonly StoredPasskey[]
    minutes: number
  },
) {
  const { generateRegistrationOptions } = await loadLibrary()
  const { hostname } = new URL(publicUrl)
  return generateRegistrationOptions({
    rpName: `Partner at ${hostname}`,
    rpID: hostname,
    userName: requested.email,
    userDisplayName: requested.email,
    userID: Uint8Array.from(requested.userId),
    challenge: Uint8Array.from(requested.challenge),
    timeout: requested.minutes * 60 * SECOND_MS,
    attestationType: 'none',
    excludeCredentials: requested.known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports as AuthenticatorTransport[], // safe because the browser sent them
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Creates sign-in options for any passkey of this site. */
export async function requestOptions(
  { publicUrl }: RelyingParty,
  { challenge, minutes }: { challenge: Buffer; minutes: number },
) {
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID: new URL(publicUrl).hostname,
    challenge: Uint8Array.from(challenge),
    timeout: minutes * 60 * SECOND_MS,
    userVerification: 'required',
  })
}

/**
 * Verifies a registration.
 * @returns undefined unless it responds to one of our challenges, from this origin and with user verification
 */
export async function verifyNewPasskey(
  { publicUrl }: RelyingParty,
  response: RegistrationResponseJSON,
  spend: Consume,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { origin, hostname } = new URL(publicUrl)
  if (!(await isWithoutCertificates(response))) return undefined
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: spend,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  }).catch(rejectedOrUnavailable)
  if (verified?.verified !== true) return undefined
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    is_synced: credentialBackedUp,
  }
}

/**
 * Returns whether a registration has no certificates. The service requests no attestation. A certificate would make the
 * library fetch revocation lists from URLs in it, so a client could choose which servers are contacted.
 */
async function isWithoutCertificates({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    const object = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
    const format = object.get('fmt')
    if (format === 'none') return true
    return format === 'packed' && object.get('attStmt').get('x5c') === undefined
  } catch {
    return false
  }
}

/**
 * Verifies a sign-in.
 * @returns the new signature counter; undefined unless this passkey signed one of our challenges
 */
export async function verifyPasskey(
  { publicUrl }: RelyingParty,
  { response, passkey }: { response: AuthenticationResponseJSON; passkey: StoredPasskey },
  spend: Consume,
): Promise<{ counter: number; is_synced: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { origin, hostname } = new URL(publicUrl)
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: spend,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: Uint8Array.from(passkey.public_key),
      counter: passkey.counter,
      transports: passkey.transports as AuthenticatorTransport[], // safe because the browser sent them
    },
  }).catch(rejectedOrUnavailable)
  if (verified?.verified !== true) return undefined
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  return { counter: newCounter, is_synced: credentialBackedUp }
}

/** Thrown after a database failure during a challenge lookup, which must not look like a failed verification. */
class ChallengeLookupError extends Error {}

/** Passes a failure of the lookup through the library, which throws for every rejected response. */
export function withLookupErrors(spend: Consume): Consume {
  return (challenge) =>
    spend(challenge).catch((cause: unknown) => {
      throw new ChallengeLookupError('the challenge could not be looked up', { cause })
    })
}

function rejectedOrUnavailable(error: unknown): undefined {
  if (error instanceof ChallengeLookupError) throw error.cause
  return undefined
}
