/**
 * Interruption of functions that take long: the cancellation of the running statement, bound to the
 * thread that evaluates it, so that every function can check it without a parameter.
 *
 * <p>Start at {@link dev.colonnade.sql.function.interrupt.Interruption}. Depends on {@code
 * scan.request} only.
 */
@NullMarked
package dev.colonnade.sql.function.interrupt;

import org.jspecify.annotations.NullMarked;
