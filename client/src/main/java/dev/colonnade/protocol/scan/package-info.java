/**
 * Parameters of a scan: key spans, projection, predicate, order, snapshot, page limits and flow
 * control.
 *
 * <p>Start with {@code protocol.request.Scan}, which combines them. May depend on {@code protocol},
 * {@code protocol.filter} and {@code protocol.result} only.
 */
@NullMarked
package dev.colonnade.protocol.scan;

import org.jspecify.annotations.NullMarked;
