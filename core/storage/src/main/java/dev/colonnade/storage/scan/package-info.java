/**
 * Reads of tables: point reads, pages and scans over committed data or with the writes of a
 * transaction overlaid. Start at {@link dev.colonnade.storage.scan.TableReads}. May depend on
 * {@code scan}, {@code catalog}, {@code split.load}, {@code mvcc} and {@code storage.lifecycle}.
 */
@NullMarked
package dev.colonnade.storage.scan;

import org.jspecify.annotations.NullMarked;
