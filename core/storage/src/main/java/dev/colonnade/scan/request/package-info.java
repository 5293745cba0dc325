/**
 * What a scan is asked for: records that refuse what makes no sense when they are made.
 *
 * <p>Start at {@link dev.colonnade.scan.request.ScanRequest}. Depends on {@code error}, {@code
 * key}, {@code clock}, {@code type}, {@code type.row} and {@code scan.filter}.
 */
@NullMarked
package dev.colonnade.scan.request;

import org.jspecify.annotations.NullMarked;
