export { type Answer, Client } from '../../infra/local/client.ts'
