import { permissions } from '../../shared/auth/permissions.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, { list: () => permissions })
