import { BASE_CURRENCY, CURRENCIES } from '../../format/money.ts'

/**
 * Code samples with the program's ID and the service's URL. The API key is a placeholder, because keys
 * are only shown once.
 */
export interface SnippetContext {
  origin: string
  programId: string
}

/** How the tracker gets into the merchant's pages. */
export const SITE_STACKS = ['html', 'gtm', 'wordpress', 'shopify', 'nextjs'] as const
export type SiteStack = (typeof SITE_STACKS)[number]

/** The language of the merchant's server. */
export const SERVER_STACKS = ['node', 'php', 'python', 'curl'] as const
export type ServerStack = (typeof SERVER_STACKS)[number]

function scriptTag({ origin, programId }: SnippetContext): string {
  return `<script src="${origin}/js/tracker.js" data-program-id="${programId}" defer></script>`
}

/** Returns the code that installs the tracker. */
export function trackerSnippet(stack: SiteStack, place: SnippetContext): string {
  const { origin, programId } = place
  switch (stack) {
    case 'html':
    case 'shopify':
      return scriptTag(place)
    // Tag Manager drops the data attributes of script tags, so this sets them in code.
    case 'gtm':
      return `<script>
  (function () {
    var script = document.createElement('script')
    script.src = '${origin}/js/tracker.js'
    script.setAttribute('data-program-id', '${programId}')
    document.head.appendChild(script)
  })()
</script>`
    case 'wordpress':
      return `add_action('wp_head', function () {
    echo '${scriptTag(place)}', "\\n";
});`
    case 'nextjs':
      return `import Script from 'next/script'

export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <body>
        {children}
        <Script src="${origin}/js/tracker.js" data-program-id="${programId}" />
      </body>
    </html>
  )
}`
  }
}

export function signupCall(): string {
  return `// After the signup has succeeded, with your own ID for the customer
window.affiliate?.signup(user.id, user.email)`
}

/** Returns the code that reports a signup from the merchant's server. */
export function leadSnippet(stack: ServerStack, { origin }: SnippetContext): string {
  const url = `${origin}/api/v1/track/lead`
  switch (stack) {
    case 'node':
      return node(url, [
        'click_id: request.cookies.service_click_id,',
        'customer_key: String(user.id), // your own ID for the customer',
        'email: user.email,',
      ])
    case 'php':
      return php(url, [
        "'click_id' => $_COOKIE['service_click_id'] ?? null,",
        "'customer_key' => (string) $user->id, // your own ID for the customer",
        "'email' => $user->email,",
      ])
    case 'python':
      return python(url, [
        '"click_id": request.cookies.get("service_click_id"),',
        '"customer_key": str(user.id),  # your own ID for the customer',
        '"email": user.email,',
      ])
    case 'curl':
      return curl(url, {
        click_id: 'VALUE_OF_THE_service_click_id_COOKIE',
        customer_key: 'YOUR_CUSTOMER_ID',
        email: 'customer@example.com',
      })
  }
}

/** Returns the code that reports a sale from the merchant's server. */
export function saleSnippet(stack: ServerStack, { origin }: SnippetContext): string {
  const url = `${origin}/api/v1/track/sale`
  const others = CURRENCIES.filter((one) => one !== BASE_CURRENCY)
  const currencyNote = others.length === 0 ? undefined : `or ${others.join(', ')}`
  switch (stack) {
    case 'node':
      return node(url, [
        `transaction_id: String(payment.id), // ${DUPLICATE}`,
        `amount_cents: payment.amount, // ${MINOR_UNITS}`,
        appendComment(`currency: '${BASE_CURRENCY}',`, ' //', currencyNote),
        `customer_key: String(user.id), // ${SAME_KEY}`,
      ])
    case 'php':
      return php(url, [
        `'transaction_id' => (string) $payment->id, // ${DUPLICATE}`,
        `'amount_cents' => $payment->amount, // ${MINOR_UNITS}`,
        appendComment(`'currency' => '${BASE_CURRENCY}',`, ' //', currencyNote),
        `'customer_key' => (string) $user->id, // ${SAME_KEY}`,
      ])
    case 'python':
      return python(url, [
        `"transaction_id": str(payment.id),  # ${DUPLICATE}`,
        `"amount_cents": payment.amount,  # ${MINOR_UNITS}`,
        appendComment(`"currency": "${BASE_CURRENCY}",`, '  #', currencyNote),
        `"customer_key": str(user.id),  # ${SAME_KEY}`,
      ])
    case 'curl':
      return curl(url, {
        transaction_id: 'YOUR_PAYMENT_ID',
        amount_cents: 4900,
        currency: BASE_CURRENCY,
        customer_key: 'YOUR_CUSTOMER_ID',
      })
  }
}

/** Returns the code that passes the click and the customer to a Stripe checkout, so that its payments become sales. */
export function checkoutSnippet(stack: ServerStack): string {
  switch (stack) {
    case 'node':
      return `const metadata = {
  service_click_id: request.cookies.service_click_id,
  service_customer_key: String(user.id), // ${SAME_KEY}
}
await stripe.checkout.sessions.create({
  mode: 'subscription',
  metadata,
  subscription_data: { metadata }, // ${SUBSCRIPTIONS}
  // …
})`
    case 'php':
      return `$metadata = [
    'service_click_id' => $_COOKIE['service_click_id'] ?? null,
    'service_customer_key' => (string) $user->id, // ${SAME_KEY}
];
$stripe->checkout->sessions->create([
    'mode' => 'subscription',
    'metadata' => $metadata,
    'subscription_data' => ['metadata' => $metadata], // ${SUBSCRIPTIONS}
    // …
]);`
    case 'python':
      return `metadata = {
    "service_click_id": request.cookies.get("service_click_id"),
    "service_customer_key": str(user.id),  # ${SAME_KEY}
}
stripe.checkout.Session.create(
    mode="subscription",
    metadata=metadata,
    subscription_data={"metadata": metadata},  # ${SUBSCRIPTIONS}
    # …
)`
    case 'curl':
      return `curl https://api.stripe.com/v1/checkout/sessions \\
  -u "$STRIPE_SECRET_KEY:" \\
  -d "mode=payment" \\
  -d "metadata[service_click_id]=VALUE_OF_THE_service_click_id_COOKIE" \\
  -d "metadata[service_customer_key]=YOUR_CUSTOMER_ID" \\
  -d "line_items[0][price]=YOUR_PRICE_ID" \\
  -d "line_items[0][quantity]=1" \\
  -d "success_url=https://your-shop.com/thanks"`
  }
}

const SUBSCRIPTIONS = 'only for subscriptions'
const DUPLICATE = 'a duplicate returns 409 and is never counted twice'
const MINOR_UNITS = "in the currency's smallest unit"
const SAME_KEY = 'the same as at signup'

function appendComment(code: string, mark: string, note: string | undefined): string {
  return note === undefined ? code : `${code}${mark} ${note}`
}

function curl(url: string, body: Record<string, unknown>): string {
  return `curl ${url} \\
  -H "Authorization: Bearer $AFFILIATE_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}'`
}

function node(url: string, fields: string[]): string {
  return `await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.AFFILIATE_API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
${indentLines(fields, 4)}
  }),
})`
}

function php(url: string, fields: string[]): string {
  return `$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('AFFILIATE_API_KEY'),
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode([
${indentLines(fields, 8)}
    ]),
]);
$response = curl_exec($request);`
}

function python(url: string, fields: string[]): string {
  return `import os
import requests

requests.post(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['AFFILIATE_API_KEY']}"},
    json={
${indentLines(fields, 8)}
    },
    timeout=10,
)`
}

function indentLines(lines: string[], spaces: number): string {
  return lines.map((line) => `${' '.repeat(spaces)}${line}`).join('\n')
}
