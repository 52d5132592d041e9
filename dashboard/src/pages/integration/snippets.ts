import { BASE_CURRENCY, CURRENCIES } from '../../format/money.ts'

/**
 * Code samples with the program's ID and the service's address. The API key is a placeholder, because keys
 * are only shown once.
 */
interface Place {
  origin: string
  programId: string
}

export function scriptTag({ origin, programId }: Place): string {
  return `<script src="${origin}/js/tracker.js" data-program-id="${programId}" defer></script>`
}

export function signupCall(): string {
  return `// After the signup has succeeded, with your own ID of the customer
window.affiliate?.signup(user.id, user.email)`
}

export function leadCurl({ origin }: Place): string {
  return curl(`${origin}/api/v1/track/lead`, {
    click_id: 'VALUE_OF_THE_service_click_id_COOKIE',
    customer_key: 'YOUR_CUSTOMER_ID',
    email: 'customer@example.com',
  })
}

export function leadNode({ origin }: Place): string {
  return node(`${origin}/api/v1/track/lead`, [
    'click_id: request.cookies.service_click_id,',
    'customer_key: user.id,',
    'email: user.email,',
  ])
}

export function saleCurl({ origin }: Place): string {
  return curl(`${origin}/api/v1/track/sale`, {
    transaction_id: 'YOUR_PAYMENT_ID',
    amount_cents: 4900,
    currency: 'USD',
    customer_key: 'YOUR_CUSTOMER_ID',
  })
}

export function saleNode({ origin }: Place): string {
  return node(`${origin}/api/v1/track/sale`, [
    'transaction_id: payment.id, // a duplicate returns 409 and is never counted twice',
    'amount_cents: payment.amount, // smallest unit of the currency',
    `currency: 'USD', // or ${CURRENCIES.filter((one) => one !== BASE_CURRENCY).join(', ')}`,
    'customer_key: user.id, // the same as at signup',
  ])
}

function curl(url: string, body: Record<string, unknown>): string {
  return `curl ${url} \\
  -H "Authorization: Bearer $AFFILIATE_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(body)}'`
}

function node(url: string, fields: string[]): string {
  return `await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.AFFILIATE_API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
${fields.map((field) => `    ${field}`).join('\n')}
  }),
})`
}
