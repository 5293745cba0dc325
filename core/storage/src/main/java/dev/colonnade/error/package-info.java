/**
 * The one way in which Colonnade says that something is wrong: an exception with a code whose
 * number, SQLSTATE and category never change.
 *
 * <p>Start reading at {@link dev.colonnade.error.ErrorCode}. Depends on nothing.
 */
@NullMarked
package dev.colonnade.error;

import org.jspecify.annotations.NullMarked;
