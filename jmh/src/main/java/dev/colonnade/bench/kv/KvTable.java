package dev.colonnade.bench.kv;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.KeyColumnDefinition;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.WireType;
import java.util.List;

/** The table that is written: a number and a block of bytes. */
final class KvTable {
  static final String NAME = "bench_kv";

  private KvTable() {}

  /** A new one of this name; a table that has it is dropped. */
  static ClientTable createFresh(ColonnadeClient client, String name) {
    client.dropTable(name, true);
    return client.createTable(
        new TableDefinition(
            name,
            List.of(
                ColumnDefinition.required("k", WireType.BIGINT),
                ColumnDefinition.required("v", WireType.BYTEA)),
            List.of(KeyColumnDefinition.ascending("k")),
            List.of()),
        false);
  }

  /** So many keys at equal distances over all that there are. */
  static KeyBatch evenKeys(ClientTable table, int count) {
    KeyBatch keys = table.newKeys();
    long distance = Long.divideUnsigned(-1L, count + 1L);
    for (int i = 1; i <= count; i++) {
      keys.add().putLong(Long.MIN_VALUE + distance * i).end();
    }
    return keys;
  }
}
