/**
 * Ranges of tables: row boundaries and range borders by the catalog, manual splits, size limits.
 * Start at {@link dev.colonnade.storage.range.TableRanges}. May depend on {@code catalog}, {@code
 * range}, {@code split} and {@code storage.lifecycle}.
 */
@NullMarked
package dev.colonnade.storage.range;

import org.jspecify.annotations.NullMarked;
