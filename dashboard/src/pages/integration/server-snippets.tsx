import { type ReactNode, useState } from 'react'
import { enumOptions, enumValues } from '../../format/enums.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { checkoutSnippet, leadSnippet, saleSnippet, signupCall } from './snippets.ts'
import { useServerStack } from './stack-choice.ts'
import { SERVER_STACK_LABELS } from './stack-labels.ts'

/**
 * Starts with the method that counts: a signup from the browser alone stays provisional if the server must verify it.
 */
export function SignupSnippets() {
  const needsServer = useProgram().leadAuthPolicy === 'server_verified'
  const place = { origin: location.origin, programId: useProgramId() }
  const [stack, chooseStack] = useServerStack()
  const [isBrowser, setIsBrowser] = useState(!needsServer)
  const browser = {
    value: BROWSER,
    name: t('integration.browser'),
    content: (
      <>
        {needsServer && <ProvisionalNote />}
        <CodeBlock what={t('integration.browserCodeForSignup')} code={signupCall()} />
      </>
    ),
  }
  const server = enumOptions(SERVER_STACK_LABELS).map(({ value, label }) => ({
    value,
    name: label,
    content: <CodeBlock what={t('stacks.signupCode', { stack: label })} code={leadSnippet(value, place)} />,
  }))
  return (
    <Tabs
      label={t('integration.reportSignupFrom')}
      selected={isBrowser ? BROWSER : stack}
      onSelect={(chosen) => {
        setIsBrowser(chosen === BROWSER)
        const next = enumValues(SERVER_STACK_LABELS).find((one) => one === chosen)
        if (next !== undefined) chooseStack(next)
      }}
      views={needsServer ? [...server, browser] : [browser, ...server]}
    />
  )
}

const BROWSER = 'browser'

export function SaleSnippets() {
  const place = { origin: location.origin, programId: useProgramId() }
  const [stack, chooseStack] = useServerStack()
  return (
    <Tabs
      label={t('integration.reportSaleFrom')}
      selected={stack}
      onSelect={chooseStack}
      views={enumOptions(SERVER_STACK_LABELS).map(({ value, label }) => ({
        value,
        name: label,
        content: <CodeBlock what={t('stacks.saleCode', { stack: label })} code={saleSnippet(value, place)} />,
      }))}
    />
  )
}

export function CheckoutSnippets() {
  const [stack, chooseStack] = useServerStack()
  return (
    <Tabs
      label={t('integration.createCheckoutWith')}
      selected={stack}
      onSelect={chooseStack}
      views={enumOptions(SERVER_STACK_LABELS).map(({ value, label }) => ({
        value,
        name: label,
        content: (
          <CodeBlock what={t('stacks.checkoutCode', { stack: label })} code={checkoutSnippet(value)} />
        ),
      }))}
    />
  )
}

function ProvisionalNote() {
  return (
    <p className="mb-2 max-w-[75ch] rounded-lg bg-warn-soft px-3.5 py-2.5 text-warn">
      {rich('integration.browserSignupsAreProvisional', {
        code: (children: ReactNode) => <code className="font-mono">{children}</code>,
      })}
    </p>
  )
}
