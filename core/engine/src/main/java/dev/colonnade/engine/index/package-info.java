/**
 * Maintenance of secondary indexes: the entry changes that follow from row changes, and the
 * backfill of new indexes.
 *
 * <p>Start at {@link dev.colonnade.engine.index.IndexEntryChanges}. May depend on {@code catalog},
 * {@code mvcc} and {@code sql.access}.
 */
@NullMarked
package dev.colonnade.engine.index;

import org.jspecify.annotations.NullMarked;
