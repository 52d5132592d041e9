import { setTimeout as wait } from 'node:timers/promises'
import { readRun } from '../../settings.ts'
import { Navigation } from '../navigation.tsx'
import { ShopForm } from '../shop-form.tsx'
import { EmailField } from './email-field.tsx'

export default async function SignUp() {
  // Streams the form after the rest of the page.
  await wait(500)
  return (
    <>
      <Navigation />
      <h1>Sign up</h1>
      <ShopForm
        action="/api/signup"
        button="Create account"
        reportsSignup={readRun().mistake?.endsWith('only from the browser')}
      >
        <label>
          Name <input name="name" required />
        </label>
        <EmailField />
        <label>
          Password <input type="password" name="password" minLength={12} required />
        </label>
        <label>
          Team size{' '}
          <select name="size" required>
            <option value="">Choose</option>
            <option>1</option>
          </select>
        </label>
        <label>
          <input type="checkbox" name="terms" required /> I agree to the terms
        </label>
        <label>
          <input type="checkbox" name="news" /> Send me news
        </label>
      </ShopForm>
    </>
  )
}
