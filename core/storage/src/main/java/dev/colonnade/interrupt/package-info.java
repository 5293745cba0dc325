/**
 * Check of the running statement's cancellation for code that knows no statement: codecs and other
 * loops over the bytes of one value.
 *
 * <p>Start at {@link dev.colonnade.interrupt.InterruptionPoint}. Depends on nothing.
 */
@NullMarked
package dev.colonnade.interrupt;

import org.jspecify.annotations.NullMarked;
