import type { StatusTexts } from './en.ts'

export const es: StatusTexts = {
  language: 'es',
  title: 'Impresión y Lightning en este local',
  good: 'Todo funciona',
  bad: 'Algo necesita atención',
  starting: 'Arrancando …',
  version: 'Versión',
  runningSince: 'En marcha desde',
  lastReport: 'Último contacto con la nube',
  never: 'nunca',
  connections: 'Conexiones',
  links: {
    cloud: 'Nube',
    queue: 'Recibos de la nube',
    tunnel: 'Llamadas del monedero',
    node: 'Nodo Lightning',
  },
  states: {
    off: 'no se usa',
    connecting: 'conectando …',
    works: 'funciona',
    lost: 'sin conexión',
  },
  since: 'desde',
  printers: 'Impresoras',
  noPrinters: 'Aún no se conoce ninguna impresora.',
  ready: 'lista',
  noReceipt: 'ningún recibo desde el arranque',
  kinds: {
    system: 'del ordenador',
    network: 'en la red',
    device: 'por cable',
    virtual: 'imágenes en una carpeta',
  },
  jobs: 'Últimos recibos',
  noJobs: 'Ninguno desde el arranque.',
  outcomes: {
    printed: 'impreso',
    reprinted: 'impreso, marcado como copia',
    expired: 'demasiado antiguo, no impreso',
    failed: 'fallido',
    cancelled: 'anulado, no impreso',
  },
  unconfirmed: 'enviado, sin confirmar',
  problems: 'Últimos problemas',
  noProblems: 'Ninguno desde el arranque.',
  concerns: {
    cloud: 'Nube',
    queue: 'Recibos de la nube',
    tunnel: 'Llamadas del monedero',
    node: 'Nodo Lightning',
    printer: 'Impresora',
    disk: 'Disco de este ordenador',
    clock: 'Reloj de este ordenador',
  },
  reasons: {
    'its name is not known: no internet, or a wrong baseUrl':
      'no se conoce su nombre: no hay internet o baseUrl es incorrecta',
    'its name cannot be looked up: no internet':
      'no se puede consultar su nombre: no hay internet',
    'nothing answers at this address': 'nada responde en esta dirección',
    'no network': 'no hay red',
    'no way to this address': 'no hay camino a esta dirección',
    "its certificate has expired, or this machine's clock is wrong":
      'su certificado ha caducado o el reloj de este equipo está mal',
    "its certificate is not valid yet: this machine's clock is wrong":
      'su certificado aún no es válido: el reloj de este equipo está mal',
    'its certificate is for another name: the login page of a Wi-Fi, or a wrong baseUrl':
      'su certificado es de otro nombre: la página de acceso de un Wi-Fi o baseUrl es incorrecta',
    'its certificate is not trusted: the login page of a Wi-Fi, or a wrong baseUrl':
      'su certificado no es de confianza: la página de acceso de un Wi-Fi o baseUrl es incorrecta',
    'it refuses the password': 'rechaza la contraseña',
    'the connection was cut': 'la conexión se cortó',
    'it speaks http, not https: a wrong port in baseUrl':
      'allí habla http y no https: el puerto de baseUrl es incorrecto',
    'it is asked too often (429); the agent tries again by itself':
      'recibe demasiadas peticiones (429); el agente lo vuelve a intentar',
    'it fails for now (500); the agent tries again by itself':
      'falla por ahora (500); el agente lo vuelve a intentar',
    'it is out of reach for now (502); the agent tries again by itself':
      'no se alcanza por ahora (502); el agente lo vuelve a intentar',
    'it is overloaded or down for now (503); the agent tries again by itself':
      'está saturado o caído por ahora (503); el agente lo vuelve a intentar',
    'it answers too late for now (504); the agent tries again by itself':
      'responde demasiado tarde por ahora (504); el agente lo vuelve a intentar',
    'no printer answers there: is its port 9100, and its address right?':
      'allí no responde una impresora: ¿son correctos el puerto (9100) y la dirección?',
    'its queue is stopped in CUPS': 'su cola está detenida en CUPS',
    'its queue holds new jobs in CUPS': 'su cola retiene los trabajos nuevos en CUPS',
    'no answer in time': 'no responde a tiempo',
    'the printer does not answer': 'la impresora no responde',
    'the printer stopped taking data': 'la impresora dejó de aceptar datos',
    'the printer took the receipt and gave no sign':
      'la impresora aceptó el recibo y no dio señal',
    'the printer gives no sign': 'la impresora no da señal',
    'the printer reset the connection after the receipt':
      'la impresora cortó la conexión después del recibo',
    'its queue in CUPS does not know whether the printer read it':
      'su cola en CUPS no sabe si la impresora lo leyó',
    'Windows does not say whether the printer read it':
      'Windows no dice si la impresora lo leyó',
    'the printer is offline: out of paper': 'la impresora no tiene papel',
    'the printer is offline: its cover is open': 'la tapa de la impresora está abierta',
    'the printer is offline: an error': 'la impresora tiene un error',
    'the printer is offline: it does not say why':
      'la impresora no está en línea y no dice por qué',
    'connection closed midway': 'la conexión se cortó a mitad',
    'connection closed before the job': 'la conexión se cerró antes del recibo',
    'the spooler did not answer': 'la cola de impresión no respondió',
    'its turn came too late': 'su turno llegó demasiado tarde',
  },
  readOnly: 'Esta página solo muestra, no cambia nada. Se renueva cada 10 segundos.',
}
