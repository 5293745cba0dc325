/**
 * Native memory of scan requests: every byte is accounted to one request, with a limit.
 *
 * <p>Start at {@link dev.colonnade.scan.memory.RequestMemory}. Depends on {@code error}, {@code
 * memory} and Arrow's memory.
 */
@NullMarked
package dev.colonnade.scan.memory;

import org.jspecify.annotations.NullMarked;
