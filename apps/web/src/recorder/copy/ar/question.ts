import type { Translation } from '../../../language/catalogue.js';
import type * as english from '../question.copy.js';

export const question: Translation<typeof english> = {
  questionCopy: {
    loading: 'جارٍ تحميل السؤال…',
    region: 'السؤال',
    upTo: (length) => `المدة القصوى: ${length}`,
    openUntil: (when) => `متاح حتى ${when}`,
    again: 'يمكنك إعادة التسجيل كما تشاء قبل الإرسال',
    release: 'الموافقة على الاستخدام',
    releaseLater: 'سيُطلب منك قبول هذا عند إرسال تسجيلك.',
    turnOn: 'تشغيل الكاميرا والميكروفون',
    hint: 'سترى نفسك أولًا. لا يبدأ التسجيل إلا حين تبدؤه أنت، ولا يغادر شيء هذا الجهاز قبل أن ترسله.',
  },
  microphoneCopy: {
    level: 'مستوى الميكروفون',
    silent: 'لا يُسمع شيء. قل شيئًا، أو تحقّق من أن الميكروفون غير مكتوم.',
  },
  sizeCopy: {
    of: (part, whole) => `${part} من ${whole}`,
    percent: (percent) => `${percent}\u200e%`,
  },
};
