import { headers } from 'next/headers'
import Link from 'next/link'
import { settingsAt } from '../../settings.ts'
import { Navigation } from '../navigation.tsx'

export default async function Pricing() {
  const { mistake, appOrigin } = settingsAt((await headers()).get('host'))
  const signup = `${mistake === 'signup on a host without the cookie' ? appOrigin : ''}/signup`
  return (
    <>
      <Navigation />
      <h1>Pricing</h1>
      <Link href={signup}>Sign up with Google</Link> <Link href={signup}>Create your account</Link>{' '}
      <Link href="/checkout">Buy Pro</Link>
    </>
  )
}
