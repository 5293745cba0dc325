/**
 * Keys: byte strings whose order is the order of the values they encode, and spans of them.
 *
 * <p>Start at {@link dev.colonnade.key.KeyLayout}, then {@link dev.colonnade.key.KeyWriter} and
 * {@link dev.colonnade.key.KeyReader}. Depends on {@code error} and {@code memory}.
 */
@NullMarked
package dev.colonnade.key;

import org.jspecify.annotations.NullMarked;
