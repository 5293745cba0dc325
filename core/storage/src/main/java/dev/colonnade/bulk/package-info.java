/**
 * Ingestion of many new keys at once: pairs of keys and values are sorted, in memory or in
 * temporary files, written to table files, and added to the store while other writers go on.
 *
 * <p>Start at {@link dev.colonnade.bulk.SpanIngest}. Depends on {@code range}, {@code mvcc.commit}
 * and {@code store}.
 */
@NullMarked
package dev.colonnade.bulk;

import org.jspecify.annotations.NullMarked;
