/**
 * Order-preserving key encoding, and spans of keys.
 *
 * <p>Start at {@link dev.colonnade.key.KeyLayout}, then {@link dev.colonnade.key.KeyWriter} and
 * {@link dev.colonnade.key.KeyReader}. Depends on {@code error} and {@code memory}.
 */
@NullMarked
package dev.colonnade.key;

import org.jspecify.annotations.NullMarked;
