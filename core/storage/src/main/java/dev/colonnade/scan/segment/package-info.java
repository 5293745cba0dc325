/**
 * Column segments on disk: encoded columns of blocks of rows, in files beside the store.
 *
 * <p>Start at {@link dev.colonnade.scan.segment.SegmentStore}. A {@link
 * dev.colonnade.scan.segment.Segment} is a record of a file: a {@link
 * dev.colonnade.scan.segment.SegmentHeader} and {@linkplain dev.colonnade.scan.segment.SegmentPart
 * parts}, whose buffers are encoded by {@link dev.colonnade.scan.segment.BufferCodec}. The package
 * does not know what the parts contain.
 *
 * <p>Depends on {@code error}, {@code key}, {@code memory}, {@code mvcc} and {@code store}.
 */
@NullMarked
package dev.colonnade.scan.segment;

import org.jspecify.annotations.NullMarked;
