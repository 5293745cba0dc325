/**
 * Data of TPC-H: tables, scale factors, keys, the predicate of query 6, and reference values.
 *
 * <p>Start reading at {@link dev.colonnade.bench.tpch.TpchTable} and {@link
 * dev.colonnade.bench.tpch.TpchReference}. May depend on the client and on the generator; the
 * reference values depend on the generator only.
 */
@NullMarked
package dev.colonnade.bench.tpch;

import org.jspecify.annotations.NullMarked;
