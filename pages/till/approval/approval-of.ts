import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ApprovalRequest } from '../../../shared/client/api.ts'
import { pos } from '../../parts/pos.ts'
import type { Asked } from './ask.ts'

/**
 * A colleague's approval of a request. Browsers hash by themselves on https alone, and tills of
 * the shop's own network may have none. Throws PosError.
 */
export async function approvalOf(
  userId: string,
  pin: string,
  { permission, request: { method, path, body } }: Asked,
): Promise<string> {
  const { approval } = await pos.auth.approve({
    body: {
      userId,
      pin,
      permission,
      method: method as ApprovalRequest['method'],
      path,
      bodySha256: bytesToHex(sha256(utf8ToBytes(body))),
    },
  })
  return approval
}
