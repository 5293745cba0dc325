/**
 * Pages of Arrow record batches, which are read with the flatbuffer classes of {@code arrow-format}
 * alone: this package needs neither {@code arrow-vector} nor a JVM flag.
 *
 * <p>Start with {@link dev.colonnade.client.page.batch.BatchPageDecoder}. May depend on {@code
 * client.page}, {@code client.page.column} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.page.batch;

import org.jspecify.annotations.NullMarked;
