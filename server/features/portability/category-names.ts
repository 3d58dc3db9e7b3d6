import { SHELVES, type Shelf } from '#contract/shelves.ts';
import { normalise } from '#server/search/normalise.ts';

/** The shelf that a category's name means in one of the site's languages, whatever numbers or signs stand around it (“1. Reading”); null for other names. */
export function shelfNamed(name: string): Shelf | null {
  return BY_NAME.get(normalise(name.replace(SIGNS, ' '))) ?? null;
}

const SIGNS = /[\p{N}\p{So}]+/gu;

/** Names that people give, a line a language: the site's own of its shelves, those of trackers and other programs, and what is usual; the Chinese ones also in traditional signs. */
const NAMES: Readonly<Record<Shelf, string>> = {
  reading: `
    أقرؤها الآن, أقرأ, أقرأ الآن, أقرأها, أقرأه, قيد القراءة, تحت القراءة, أتابع, أتابعها, متابعة
    Lese ich, Lese ich gerade, Am Lesen, Lesend, Aktuell, Wird gelesen, Lese gerade
    Reading, Currently reading, Now reading, In progress, Current
    Leyendo, En curso, En progreso, Siguiendo
    En cours, En cours de lecture, Lecture en cours, Je lis
    पढ़ रहे हैं, पढ़ रहा हूँ, पढ़ रही हूँ, जारी
    Sedang dibaca, Dibaca, Sedang membaca, Membaca, Lagi baca, Lagi dibaca
    Lendo, A ler, Acompanhando, Lendo agora
    Читаю, В процессе, Читаю сейчас
    在读, 在看, 正在看, 正在读, 阅读中, 追更, 追番, 追漫, 在追, 閱讀中, 正在閱讀, 在讀, 追更中
  `,
  planned: `
    سأقرؤها, سأقرأها, سأقرأ, أنوي قراءتها, للقراءة, للقراءة لاحقا, أريد قراءتها, مخطط للقراءة, أخطط لقراءتها, لاحقا
    Geplant, Möchte ich lesen, Zu lesen, Will ich lesen, Später lesen, Später, Leseliste, Wunschliste
    Planned, Plan to read, Planning, Planning to read, PTR, To read, Want to read, Backlog, TBR, Read later, To be read, Wishlist, Next
    Pendientes, Pendiente, Por leer, Para leer, Planeado, Planeados, Planeo leer, Quiero leer, Leer después, Leer más tarde
    À lire, Prévu, Prévus, Planifié, Planifiés, Prévu de lire, À lire plus tard, Envie de lire
    पढ़नी हैं, पढ़ना है, पढ़नी है, बाद में पढ़ें, बाद में पढ़ना है
    Ingin dibaca, Mau dibaca, Akan dibaca, Rencana dibaca, Rencana baca, Baca nanti, Nanti dibaca
    Quero ler, Planejo ler, Pretendo ler, Para ler, Planejado, Planejados, Planejando ler, Ler depois, Ler mais tarde
    В планах, Запланировано, Хочу прочитать, Буду читать, Прочитать, Почитать, Позже, Прочитать позже
    想读, 想看, 打算看, 打算读, 待看, 待读, 计划阅读, 计划看, 准备看, 稍后阅读, 想讀, 待讀, 計劃閱讀, 稍後閱讀
  `,
  finished: `
    أنهيتها, قرأتها, مكتملة, مكتمل, المكتملة, تمت قراءتها, مقروءة, انتهيت منها, منتهية
    Gelesen, Abgeschlossen, Fertig, Beendet, Fertig gelesen, Durchgelesen
    Finished, Completed, Complete, Done, Read, Already read
    Terminados, Terminado, Completado, Completados, Completo, Completos, Leído, Leídos, Finalizado, Finalizados, Acabados
    Lues, Lu, Lus, Lue, Terminé, Terminés, Terminée, Terminées, Fini, Finis, Complété, Complétés, Achevé
    पढ़ ली, पढ़ लिया, पढ़ ली हैं, पूरा, पूरी, पूर्ण, समाप्त, पढ़ चुके
    Selesai, Sudah dibaca, Sudah selesai, Selesai dibaca
    Lidos, Lido, Completo, Completos, Completado, Completados, Concluído, Concluídos, Terminado, Terminados, Finalizado, Finalizados
    Прочитано, Завершено, Завершённые, Завершенное, Закончено, Прочитанное, Прочитал
    读过, 已读, 看过, 看完, 已看, 已看完, 读完, 已读完, 已完成, 完成, 讀過, 已讀
  `,
  paused: `
    مؤجلة, مؤجل, متوقفة مؤقتا, متوقف مؤقتا, معلقة, معلق, قيد الانتظار, في الانتظار
    Pausiert, Pause, Unterbrochen, Zurückgestellt, Wartend, Warteschleife
    Paused, On hold, Hold, Waiting, Stalled
    En pausa, En espera, Pausado, Pausados, Pospuesto
    En pause, En attente, Mis en pause, Suspendu, Suspendus
    रोकी हुई, रुकी हुई, रोक दिया, होल्ड पर
    Ditunda, Tertunda, Dijeda, Tunda, Ditahan
    Em pausa, Em espera, Pausado, Pausados, Em hiato
    Отложено, Отложенные, Отложил, На паузе, Пауза, Приостановлено
    搁置, 搁置中, 暂停, 暂停中, 暂缓, 养肥, 擱置, 暫停
  `,
  dropped: `
    تركتها, متروكة, متروك, تخليت عنها, مهملة, توقفت عنها
    Abgebrochen, Aufgegeben, Fallen gelassen, Verworfen
    Dropped, Drop, Abandoned, Discontinued, DNF
    Abandonados, Abandonado, Dejado, Dejados, Descartado, Descartados, Dropeado, Dropeados
    Abandonnées, Abandonné, Abandonnés, Abandonnée, Abandon, Arrêté, Arrêtés, Laissé tomber
    छोड़ दी, छोड़ दिया, छोड़ी हुई
    Berhenti dibaca, Berhenti, Ditinggalkan, Tidak dilanjutkan, Dibuang
    Abandonados, Abandonado, Abandonei, Dropado, Dropados, Largado, Largados, Desisti
    Брошено, Заброшено, Бросил, Брошенные, Заброшенные, Брошенное, Заброшенное
    弃读, 弃坑, 弃, 抛弃, 弃番, 已弃, 放弃, 不看了, 棄讀, 棄坑, 放棄
  `,
  rereading: `
    أعيد قراءتها, إعادة القراءة, إعادة قراءة
    Lese ich erneut, Erneut lesen, Lese ich nochmal, Nochmal lesen, Wiederholt lesen, Wird erneut gelesen
    Rereading, Re-reading, Reread, Re-read, Repeating, Read again
    Releyendo, Relectura, Relecturas, Releer
    En relecture, Relecture, Relectures, Je relis, À relire
    दोबारा पढ़ रहे हैं, दोबारा पढ़ना, फिर से पढ़ रहे हैं, फिर से पढ़ना
    Dibaca ulang, Membaca ulang, Baca ulang, Baca lagi
    Relendo, Releitura, Releituras, Reler
    Перечитываю, Перечитать, Перечитываемое
    重读, 重看, 二刷, 重温, 再读, 重讀, 重溫
  `,
};

const BY_NAME = new Map(
  SHELVES.flatMap((shelf) => NAMES[shelf].split(/[,\n]/).map((name) => [normalise(name), shelf])),
);
BY_NAME.delete('');
