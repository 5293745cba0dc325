/**
 * Versions of rows and how they are read: what a key held at any timestamp inside the retention
 * time.
 *
 * <p>Start at {@link dev.colonnade.mvcc.VersionedReads}, then {@link
 * dev.colonnade.mvcc.VersionCursor}, whose documentation proves that what it shows is consistent.
 * The bytes are pictured in {@link dev.colonnade.mvcc.VersionHeader} and {@link
 * dev.colonnade.mvcc.HistoryLayout}. Versions are made and collected in {@code mvcc.commit}. May
 * depend on {@code store}, {@code key}, {@code clock}, {@code memory} and {@code error}.
 */
@NullMarked
package dev.colonnade.mvcc;

import org.jspecify.annotations.NullMarked;
