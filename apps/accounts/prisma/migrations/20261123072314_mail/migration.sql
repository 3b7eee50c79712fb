-- CreateTable
CREATE TABLE "mail" (
    "id" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "give_up_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mail_next_attempt_at_idx" ON "mail"("next_attempt_at");

-- CreateIndex
CREATE INDEX "mail_about_idx" ON "mail"("about");
