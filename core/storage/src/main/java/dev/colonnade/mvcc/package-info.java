/**
 * Multi-version storage (MVCC) and snapshot reads: the version of a key at any timestamp within the
 * retention time.
 *
 * <p>Start at {@link dev.colonnade.mvcc.VersionedReads}, then {@link
 * dev.colonnade.mvcc.VersionCursor}, whose documentation proves that its result is consistent.
 * {@link dev.colonnade.mvcc.VersionHeader} and {@link dev.colonnade.mvcc.HistoryLayout} document
 * the byte layouts. Versions are written by {@code mvcc.commit} and removed by {@code mvcc.gc}
 * (garbage collection). May depend on {@code store}, {@code key}, {@code clock}, {@code memory} and
 * {@code error}.
 */
@NullMarked
package dev.colonnade.mvcc;

import org.jspecify.annotations.NullMarked;
