/**
 * Limits of functions that loop: the cancellation of the running statement, bound to the thread
 * that evaluates it so that every function can check it without a parameter, and the bound of the
 * values that functions build.
 *
 * <p>Start at {@link dev.colonnade.sql.function.interrupt.Interruption}. Depends on {@code
 * scan.request} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.function.interrupt;

import org.jspecify.annotations.NullMarked;
