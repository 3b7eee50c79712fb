import type { Translation } from '../../../language/catalogue.js';
import type * as broken from '../broken-page.copy.js';
import type * as english from '../page.copy.js';

export const page: Translation<typeof english> = {
  entryPages: {
    unsupported: {
      title: 'لا يمكن التسجيل في هذا المتصفح',
      body: [
        'افتح الرابط في Chrome أو Edge (الإصدار 124 أو أحدث) أو في Safari (الإصدار 16.4 أو أحدث). إذا وصلت إلى هنا من داخل تطبيق آخر، فافتح الرابط في متصفحك المعتاد.',
      ],
    },
    keeps_nothing: {
      title: 'هذه النافذة لا تحتفظ بالتسجيلات',
      body: [
        'هي على الأرجح نافذة خاصة، أو أن متصفحك مضبوط على ألا يخزّن شيئًا لهذه الصفحة. ولا يمكن الاحتفاظ بما تسجّله حتى يُرسل.',
        'افتح الرابط في نافذة عادية، أو اسمح لهذه الصفحة بتخزين البيانات ثم أعد تحميلها.',
      ],
    },
    insecure: {
      title: 'فُتحت هذه الصفحة دون تشفير',
      body: [
        'لا تسمح المتصفحات بالتسجيل إلا في الصفحات المشفّرة. افتح الرابط مجددًا وفي بدايته \u2066https://\u2069.',
      ],
    },
    incomplete_link: {
      title: 'هذا الرابط غير مكتمل',
      body: ['ينقصه جزء من العنوان. افتح الرابط مجددًا من الرسالة التي وصل فيها، أو انسخه كاملًا حتى نهايته.'],
    },
  },
  carryLinkCopy: {
    label: 'رابطك',
    copy: 'نسخ الرابط',
    copied: 'تم النسخ. الصقه في المتصفح الآخر.',
  },
};

export const brokenPage: {
  brokenPageCopy: Translation<ReturnType<typeof broken.brokenPageCopy>>;
  unloadedPageCopy: Translation<ReturnType<typeof broken.unloadedPageCopy>>;
} = {
  brokenPageCopy: {
    title: 'تعذّر عرض هذه الصفحة',
    kept: 'الخطأ منّا وليس منك. ما سجّلته محفوظ على هذا الجهاز، وأي تسجيل جارٍ يستمر.',
    next: 'اعرض الصفحة مجددًا. إن لم ينفع ذلك، فأعد تحميلها.',
    again: 'عرض الصفحة مجددًا',
  },
  unloadedPageCopy: {
    title: 'لم تُحمَّل هذه الصفحة كاملة',
    next: 'تحقّق من اتصالك، ثم أعد تحميلها.',
    again: 'إعادة التحميل',
  },
};

/** For pages whose visit a link begins. */
export const shared = { 'ui/page': page, 'ui/broken-page': brokenPage };
