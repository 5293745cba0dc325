/**
 * Failpoints: fault injection for crash and error tests, which terminates the process or makes an
 * operation fail at a named place.
 *
 * <p>Start at {@link dev.colonnade.failpoint.Failpoint}, the list of all failpoints. Depends on
 * {@code error} only; anything may depend on it.
 */
@NullMarked
package dev.colonnade.failpoint;

import org.jspecify.annotations.NullMarked;
