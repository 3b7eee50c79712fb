import type { Catalogue, Translation } from '../../language/catalogue.js';
import { brokenPage } from '../../ui/copy/ar/page.js';
import type * as english from './landing.copy.js';

const landing: Translation<typeof english> = {
  landingCopy: {
    title: 'يجمع هذا الخادم تسجيلات من الناس',
    intro:
      'يجيب كل شخص عن سؤال على جهازه وفي الوقت الذي يناسبه. يُسجَّل الجواب هناك بأعلى جودة، ويصل إلى هنا عند إرساله.',
    console: 'لوحة التحكم',
    consoleHint: 'اطلب تسجيلات، وشاهد ما وصل منها، وأدر المفاتيح.',
    reference: 'مرجع واجهة البرمجة (API)',
    referenceHint: 'أنشئ طلبات، وأضف جهات اتصال، واجلب التسجيلات.',
    openapi: 'مستند OpenAPI',
    openapiHint: 'المحتوى نفسه لمولّدات الشفرة والأدوات.',
    asked: 'هل طلب منك أحدهم تسجيلًا؟ افتح الرابط كاملًا من رسالته، وسيأخذك إلى السؤال مباشرة.',
  },
  unknownPathCopy: {
    title: 'لا يوجد شيء في هذا العنوان',
    check: 'تحقّق من أنه لا ينقصه حرف ولا يزيد، أو اذهب إلى صفحة البداية.',
    start: 'صفحة البداية',
  },
};

export const catalogue: Catalogue = { 'ui/broken-page': brokenPage, 'landing/landing': landing };
