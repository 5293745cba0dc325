/**
 * Tuple blocks: the encoding of rows, keys and bounds that clients send to servers.
 *
 * <p>Start with {@link dev.colonnade.protocol.tuple.TupleLayout}. {@link
 * dev.colonnade.protocol.tuple.TupleWriter} and {@link dev.colonnade.protocol.tuple.TupleReader}
 * box nothing and allocate nothing per row. May depend on {@code protocol} and {@code
 * protocol.schema} only.
 */
@NullMarked
package dev.colonnade.protocol.tuple;

import org.jspecify.annotations.NullMarked;
