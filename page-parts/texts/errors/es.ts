import type { ErrorTexts } from './en.ts'

export const es: ErrorTexts = {
  unreachable: 'La tienda no responde. Revise la red e inténtelo de nuevo.',
  unexpected: 'No ha funcionado. Inténtelo de nuevo.',
  refused: (reason) => `La tienda lo ha rechazado: ${reason}.`,
  unauthenticated: 'Su sesión ha terminado. Entre de nuevo.',
  invalid_token: 'Su sesión ha terminado. Entre de nuevo.',
  permission_required: 'Su rol no permite esto.',
  admin_required: 'Solo un administrador puede hacer esto.',
  invalid_credentials: 'El nombre y el PIN no coinciden.',
  role_missing: 'Este usuario no tiene rol. Consulte a un administrador.',
  too_many_attempts: (minutes) =>
    minutes === 1
      ? 'Demasiados intentos fallidos. Espere un minuto.'
      : `Demasiados intentos fallidos. Espere ${minutes} minutos.`,
  checkout_amounts_differ:
    'Un precio ha cambiado. La caja ha leído los precios de nuevo: revise el carrito.',
  checkout_insufficient_stock: 'No queda suficiente de algún producto.',
  checkout_product_not_found: 'Algo del carrito ya no se vende.',
  checkout_product_not_available: 'Algo del carrito no está disponible hoy.',
  checkout_variant_required: 'Elija una variante de cada producto del carrito.',
  checkout_invalid_modifiers: 'Una opción del carrito ya no se ofrece.',
  checkout_invalid_discount: 'El descuento es mayor que el precio.',
  checkout_invalid_tip: 'Esta propina no cuadra con el importe.',
  checkout_too_many_products: 'El carrito tiene demasiados productos para una venta.',
  checkout_try_again: 'Otras cajas vendían lo mismo. Inténtelo de nuevo.',
  rate_unavailable: 'Ahora no se conoce ningún tipo de cambio. Cobre de otra forma.',
  rates_differ: 'Los tipos de cambio difieren demasiado. Cobre de otra forma.',
  quote_nothing_due: 'No queda nada por pagar.',
  quote_too_large: 'El importe es demasiado grande para un pago Lightning.',
  quote_differs: 'La cuenta ha cambiado. Empiece el cobro de nuevo.',
  order_paid: 'Esta cuenta ya está pagada.',
  node_unavailable:
    'El nodo Lightning no responde. Cobre de otra forma o inténtelo de nuevo.',
  card_refused: 'La tarjeta fue rechazada.',
  card_limit: 'El importe supera lo que esta tarjeta puede pagar.',
  card_invalid: 'No se puede leer esta tarjeta. ¿Es una tarjeta Lightning?',
  charge_in_progress: 'Ya se está cobrando una tarjeta.',
  already_exists: 'Ya existe.',
  not_found: 'Ya no existe.',
  printer_not_configured: 'No hay impresora para recibos.',
  printer_not_available: 'La impresora no responde.',
  printing_failed: 'No se pudo imprimir. Revise la impresora e inténtelo de nuevo.',
  api_key_busy: 'La tienda está ocupada. Inténtelo de nuevo.',
  shop_busy: 'La tienda está ocupada. Inténtelo de nuevo.',
  shop_suspended: 'Esta tienda está suspendida. Pregunte a quien la aloja.',
  short_pin: 'Un PIN tiene al menos 4 caracteres.',
}
