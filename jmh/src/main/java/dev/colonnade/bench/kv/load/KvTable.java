package dev.colonnade.bench.kv.load;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.KeyColumnDefinition;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.WireType;
import java.util.List;

/** Table of the workload: a BIGINT key and a BYTEA value. */
public final class KvTable {
  public static final String NAME = "bench_kv";

  private KvTable() {}

  /** Creates the table; drops an existing table of this name. */
  public static ClientTable createFresh(ColonnadeClient client, String name) {
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

  /** Returns this number of split keys at equal distances over all keys. */
  public static KeyBatch evenKeys(ClientTable table, int count) {
    KeyBatch keys = table.newKeys();
    long distance = Long.divideUnsigned(-1L, count + 1L);
    for (int i = 1; i <= count; i++) {
      keys.add().putLong(Long.MIN_VALUE + distance * i).end();
    }
    return keys;
  }
}
