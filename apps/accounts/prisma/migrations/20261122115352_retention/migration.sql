-- CreateIndex
CREATE INDEX "key_secret_ends_at_idx" ON "key_secret"("ends_at");

-- CreateIndex
CREATE INDEX "password_link_expires_at_idx" ON "password_link"("expires_at");

-- CreateIndex
CREATE INDEX "person_password_set_at_idx" ON "person"("password_set_at");

-- CreateIndex
CREATE INDEX "sign_in_expires_at_idx" ON "sign_in"("expires_at");

-- CreateIndex
CREATE INDEX "sign_in_seen_at_idx" ON "sign_in"("seen_at");
