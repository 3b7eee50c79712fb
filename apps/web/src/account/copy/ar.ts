import { isolated } from '../../language/arabic.js';
import type { Catalogue, Translation } from '../../language/catalogue.js';
import { page, shared } from '../../ui/copy/ar/page.js';
import type * as english from './account.copy.js';

const account: Translation<typeof english> = {
  closingCopy: {
    incomplete_link: page.entryPages.incomplete_link,
    expired: {
      title: 'لم يعد هذا الرابط صالحًا',
      body: [
        'إما أنه استُخدم، أو حلّ محله رابط آخر، أو انتهت مدته. اطلب رابطًا جديدًا: لكلمة المرور من «نسيت كلمة المرور»، وللدعوة ممن دعاك.',
      ],
    },
    unreachable: {
      title: 'لم يُجب الخادم',
      body: ['تحقّق من اتصالك وافتح الرابط مجددًا. ما زال صالحًا.'],
    },
    chosen: {
      title: 'تم تعيين كلمة المرور',
      body: ['يمكنك الآن تسجيل الدخول بها. وقد انتهت كل جلسات دخولك السابقة.'],
    },
    accepted: {
      title: 'أصبحت عضوًا الآن',
      body: ['يمكنك تسجيل الدخول بعنوان بريدك الإلكتروني وكلمة المرور.'],
    },
    asked: {
      title: 'راجع صندوق بريدك',
      body: [
        'إذا كان لهذا العنوان حساب، فستصل إليه رسالة فيها رابط. يعمل الرابط مرة واحدة خلال ساعة.',
        'لم يصل شيء بعد بضع دقائق؟ ابحث بين الرسائل غير المرغوب فيها، وتحقّق من العنوان.',
      ],
    },
  },
  problemCopy: {
    password: 'كلمة المرور هذه لا تصلح. يجب أن تكون من 12 إلى 200 حرف، وألّا تكون عنوان بريدك الإلكتروني.',
    name: 'لا يمكن استخدام هذا الاسم. اكتبه في سطر واحد دون أحرف غير مرئية.',
    taken: 'أنت عضو بالفعل، أو اخترت كلمة مرور في هذه الأثناء. أعد تحميل الصفحة أو سجّل الدخول.',
    rate_limited: 'كان عدد الطلبات كبيرًا. حاول مجددًا بعد 15 دقيقة.',
    network: 'لم ينجح ذلك: لم يُجب الخادم. حاول مجددًا.',
  },
  forgotCopy: {
    title: 'نسيت كلمة المرور',
    intro: 'تصلك بالبريد رسالة فيها رابط تختار به كلمة مرور أخرى.',
    email: 'عنوان البريد الإلكتروني',
    action: 'إرسال الرابط',
  },
  invitationCopy: {
    opening: 'جارٍ فتح الدعوة…',
    title: (organization) => `الانضمام إلى ${isolated(organization)}`,
    invited: (role, email) => `أنت مدعو بدور ${role}، بالعنوان ${isolated(email)}.`,
    roles: { owner: 'مالك', admin: 'مدير', producer: 'منتج', viewer: 'مشاهد' },
    passwordStays: 'تبقى كلمة مرورك كما هي.',
    choose: 'اختر الاسم الذي تُعرف به وكلمة مرور.',
    name: 'اسمك',
    action: 'قبول الدعوة',
  },
  newPasswordCopy: {
    title: 'اختيار كلمة مرور',
    intro: 'ستسجّل الدخول بها وبعنوان بريدك الإلكتروني. تنتهي جلسات دخولك السابقة.',
    action: 'تعيين كلمة المرور',
    label: 'كلمة المرور',
    hint: '12 حرفًا على الأقل. يسهل تذكّر عدة كلمات.',
  },
};

export const catalogue: Catalogue = { ...shared, 'account/account': account };
