import { NextResponse } from 'next/server'
import { contentSecurityPolicy } from '../shop-backend.ts'
import { settingsAt } from './settings.ts'

/** Runs before every request. */
export async function proxy(request: Request): Promise<Response> {
  const settings = settingsAt(request.headers.get('host'))
  const { mistake, origin } = settings
  const { pathname, searchParams } = new URL(request.url)
  const isSilent = mistake === 'signup page never responds' && pathname === '/signup'
  if (isSilent || pathname.startsWith('/silent/')) await new Promise(() => {})
  if (mistake === 'checkout returns an error' && pathname === '/checkout')
    return new Response('Error', { status: 500 })
  if (mistake === 'redirect drops the query' && searchParams.has('service_click_id'))
    return Response.redirect(`${origin}${pathname}`, 302)
  const response = NextResponse.next()
  const policy = contentSecurityPolicy(settings)
  if (policy !== undefined) response.headers.set('content-security-policy', policy)
  return response
}
