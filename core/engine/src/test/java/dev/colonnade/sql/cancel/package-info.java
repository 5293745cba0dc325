/** Tests of the cancellation of statements. Start at {@code CancelAtEveryCheckTest}. */
@NullMarked
package dev.colonnade.sql.cancel;

import org.jspecify.annotations.NullMarked;
