package dev.colonnade.bench.scan;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.table.ClientTable;

/** Lookup of keys of lineitem. */
final class LineItemKeys {
  private LineItemKeys() {}

  /** Returns the last order key. */
  static long last(ColonnadeClient client, ClientTable lineItem) {
    try (ScanStream scan =
        client.scan(lineItem.newScan().columns("l_orderkey").reverse().limit(1))) {
      while (scan.next()) {
        if (scan.page().rowCount() > 0) {
          return scan.page().column(0).longAt(0);
        }
      }
    }
    throw new IllegalStateException("table has no rows: table=" + lineItem.name());
  }
}
