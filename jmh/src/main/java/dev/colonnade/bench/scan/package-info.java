/**
 * {@code bench scan}: columnar scans beside raw key-values, point gets, and a reader that is slow.
 *
 * <p>Start reading at {@link dev.colonnade.bench.scan.ScanBench}. May depend on what {@code bench}
 * may depend on.
 */
@NullMarked
package dev.colonnade.bench.scan;

import org.jspecify.annotations.NullMarked;
