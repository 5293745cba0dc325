/**
 * Results of reads: columns, format, compression, layout and statistics of pages.
 *
 * <p>Start with {@link dev.colonnade.protocol.result.ResultMetadata}. May depend on {@code
 * protocol} and {@code protocol.schema} only.
 */
@NullMarked
package dev.colonnade.protocol.result;

import org.jspecify.annotations.NullMarked;
