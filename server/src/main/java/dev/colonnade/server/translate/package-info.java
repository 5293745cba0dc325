/**
 * What the wire says in the words of core, and back: types, tables, filters, spans, rows. Functions
 * without state; the one place that knows both vocabularies.
 *
 * <p>Start with {@link dev.colonnade.server.translate.ScanRequests} for reads and {@link
 * dev.colonnade.server.translate.Changes} for writes. May depend on {@code protocol} and on core's
 * {@code catalog}, {@code engine}, {@code range}, {@code scan}, {@code mvcc}, {@code type} and
 * {@code key}.
 */
@NullMarked
package dev.colonnade.server.translate;

import org.jspecify.annotations.NullMarked;
