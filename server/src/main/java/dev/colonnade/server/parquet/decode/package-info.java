/**
 * Decoders of the values and levels of a page. They read one value after the other, so that no
 * count in a page needs memory; bytes that are no values end in {@link
 * java.nio.BufferUnderflowException}, {@link IndexOutOfBoundsException} or BAD_COPY_DATA. May
 * depend on the format only.
 */
@NullMarked
package dev.colonnade.server.parquet.decode;

import org.jspecify.annotations.NullMarked;
