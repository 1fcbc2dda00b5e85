/** A certificate of localhost and issuer.example that nobody trusts but these tests. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBqzCCAVGgAwIBAgIUK274Hy9MotjJA/txwQHwUkVBQY4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzIyMDk0NVoYDzIxMjYxMDMw
MjIwOTQ1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATdWJoCnnMCcmQUMpUTNVI9EwG/Mpc18cyYuf0rcNzvU3WF1xcvW1Kq
+aSchnxjVDw+jz1xlBpmzIGoc5As5zPJo38wfTAdBgNVHQ4EFgQUDn0qJMhuwdFZ
byfQASWWK2PB30UwHwYDVR0jBBgwFoAUDn0qJMhuwdFZbyfQASWWK2PB30UwDwYD
VR0TAQH/BAUwAwEB/zAqBgNVHREEIzAhgglsb2NhbGhvc3SHBH8AAAGCDmlzc3Vl
ci5leGFtcGxlMAoGCCqGSM49BAMCA0gAMEUCIEv/SRTEyS34syeuRa69TLgxqb4Q
5hUiDPzdb1t4L4Z8AiEAvFkrFC961Mssc/g01MT5jqvFw1tHngWhwII1BGIhMvU=
-----END CERTIFICATE-----`

/** Its key, which guards nothing. */
export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgmTtZIXXndjLQ9wnN
uv+d4Df1l/CxM70Yo+1LLoesiq2hRANCAATdWJoCnnMCcmQUMpUTNVI9EwG/Mpc1
8cyYuf0rcNzvU3WF1xcvW1Kq+aSchnxjVDw+jz1xlBpmzIGoc5As5zPJ
-----END PRIVATE KEY-----`
