import { lambda } from '../../shared/http/lambda.ts'
import { permissions } from '../../shared/staff/permissions.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, { list: () => permissions })
