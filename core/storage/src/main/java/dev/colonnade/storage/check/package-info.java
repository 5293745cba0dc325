/**
 * Offline check of a store. Start at {@link dev.colonnade.storage.check.StoreCheck}. May depend on
 * {@code catalog}, {@code range}, {@code store} and {@code storage.range}.
 */
@NullMarked
package dev.colonnade.storage.check;

import org.jspecify.annotations.NullMarked;
