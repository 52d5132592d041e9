import { ApiFailure, toFailure } from './client.ts'

/**
 * The calls of `/api/auth/*` (better-auth), which stand outside the service's own OpenAPI document. Their
 * failures are `{code, message}`; a success needs no reading, because `/api/account` says who is signed in.
 */
export function signIn(credentials: { email: string; password: string }): Promise<unknown> {
  return post('sign-in/email', credentials)
}

export function signUp(account: { name: string; email: string; password: string }): Promise<unknown> {
  return post('sign-up/email', account)
}

export function signOut(): Promise<unknown> {
  return post('sign-out', {})
}

/** Ends every session of the account, this one included. */
export function signOutEverywhere(): Promise<unknown> {
  return post('revoke-sessions', {})
}

export function createWorkspace(workspace: { name: string; slug: string }): Promise<unknown> {
  return post('organization/create', workspace)
}

export function acceptInvitation(invitationId: string): Promise<unknown> {
  return post('organization/accept-invitation', { invitationId })
}

export async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new ApiFailure(0, 'no_connection', 'The service did not answer.')
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer
  throw authFailure(response, answer)
}

function authFailure(response: Response, answer: unknown): ApiFailure {
  if (answer !== null && typeof answer === 'object' && 'code' in answer && 'message' in answer) {
    return new ApiFailure(response.status, String(answer.code), String(answer.message))
  }
  return toFailure(response, answer)
}
