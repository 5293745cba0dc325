package dev.colonnade.bench.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.ScanBuilder;
import java.util.function.Function;

/**
 * Named scan of lineitem.
 *
 * @param name part of the names of its measurements, such as {@code columns4.col_batch}
 * @param builder returns the scan
 */
record NamedScan(String name, Function<ClientTable, ScanBuilder> builder) {
  NamedScan {
    requireNonNull(name, "name is null");
    requireNonNull(builder, "builder is null");
  }
}
