/**
 * Scan requests: immutable records that validate themselves, with projection, predicate, spans,
 * limits and options.
 *
 * <p>Start at {@link dev.colonnade.scan.request.ScanRequest}. Depends on {@code error}, {@code
 * key}, {@code clock}, {@code type}, {@code type.row} and {@code scan.filter}.
 */
@NullMarked
package dev.colonnade.scan.request;

import org.jspecify.annotations.NullMarked;
