/** Allowances of CORS responses: of the functions, and of API Gateway at the front door. */
export const corsHeaders = {
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  requestHeaders: [
    'Content-Type',
    'Authorization',
    'Idempotency-Key',
    'If-None-Match',
    'X-Till-Secret',
    'Approval',
    'X-Till',
  ],
  exposedHeaders: ['Error-Code', 'Retry-After', 'Link', 'ETag', 'Apigw-Requestid'],
} as const
