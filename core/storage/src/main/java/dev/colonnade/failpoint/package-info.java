/**
 * Places at which a test can end the process or make an operation fail.
 *
 * <p>Start at {@link dev.colonnade.failpoint.Failpoint}, which names them all. Depends on {@code
 * error} only; anything may depend on it.
 */
@NullMarked
package dev.colonnade.failpoint;

import org.jspecify.annotations.NullMarked;
