import { cookies } from 'next/headers'
import { openBackend } from '../../../../shop-backend.ts'
import { readRun } from '../../../settings.ts'

let handleForm: ReturnType<typeof openBackend> | undefined

export async function POST(request: Request): Promise<Response> {
  handleForm ??= openBackend(readRun())
  const store = await cookies()
  const sent = Object.fromEntries(store.getAll().map(({ name, value }) => [name, value]))
  const { status, session } = await handleForm(new URL(request.url).pathname, sent)
  if (session !== undefined) store.set('session', session, { httpOnly: true })
  return new Response(null, { status })
}
