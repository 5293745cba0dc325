/**
 * Error reporting: one exception type with an error code whose number, SQLSTATE and category never
 * change.
 *
 * <p>Start reading at {@link dev.colonnade.error.ErrorCode}. Depends on no other package.
 */
@NullMarked
package dev.colonnade.error;

import org.jspecify.annotations.NullMarked;
