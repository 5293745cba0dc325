/**
 * Table scans: the storage layer's read path, which turns a scan request into pages of whole rows,
 * as Arrow columns or as raw key-value pairs.
 *
 * <p>Start at {@link dev.colonnade.scan.Scanner}. The sub-packages, in the order in which a request
 * passes through them: {@code scan.request} defines the request (projection, predicate, spans,
 * limits); a {@link dev.colonnade.scan.CompiledScan} is compiled from it; {@code scan.row}
 * assembles rows from the cursor without copying; {@code scan.filter} evaluates the predicate in
 * storage (predicate pushdown); {@code scan.column} decodes the remaining rows to Arrow buffers;
 * {@code scan.memory} accounts their memory to the request; {@code scan.cache} is the column cache;
 * {@code scan.page} defines the pages of the result, and {@code scan.ipc} encodes them as messages.
 *
 * <p>Depends on {@code range}, {@code mvcc}, {@code type}, {@code key} and {@code clock}.
 */
@NullMarked
package dev.colonnade.scan;

import org.jspecify.annotations.NullMarked;
