/**
 * Bulk load of the tables of TPC-H over the network: schema, generated rows, batches in flight,
 * progress display.
 *
 * <p>Start reading at {@link dev.colonnade.bench.tpch.load.TpchLoader}. May depend on the client,
 * on the generator, on {@code bench.report} and {@code bench.tpch}.
 */
@NullMarked
package dev.colonnade.bench.tpch.load;

import org.jspecify.annotations.NullMarked;
