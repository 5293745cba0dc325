/**
 * The eight tables of TPC-H: their definitions, their rows from a generator, how they are loaded
 * over the network, and what is true of them.
 *
 * <p>Start reading at {@link dev.colonnade.bench.tpch.TpchTable}. May depend on the client, on
 * {@code bench.report} and on the generator; {@link dev.colonnade.bench.tpch.TpchTruth} on the
 * generator only.
 */
@NullMarked
package dev.colonnade.bench.tpch;

import org.jspecify.annotations.NullMarked;
