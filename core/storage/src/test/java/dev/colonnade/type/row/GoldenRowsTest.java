package dev.colonnade.type.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.io.IOException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Golden test of keys and values against the bytes in {@code golden/rows.txt}. */
class GoldenRowsTest {
  private static final HexFormat HEX = HexFormat.of();

  static List<GoldenRows.Table> tables() throws IOException {
    return GoldenRows.load();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void shouldWriteGoldenBytes(GoldenRows.Table table) {
    assertThat(table.rows()).isNotEmpty();
    for (GoldenRows.Row row : table.rows()) {
      TableSchema schema = table.format().history().version(row.version());
      StoredRow stored =
          StoredRow.writeVersion(
              table.format(), row.version(), values(schema.columns(), row.written()));

      assertThat(stored.rowKey()).isEqualTo(row.rowKey());
      assertThat(stored.valuesByFamily()).hasSize(row.kvs().size());
      for (GoldenRows.Kv kv : row.kvs()) {
        Key key = table.format().keyCodec().familyKey(stored.rowKey(), kv.familyId());
        assertThat(key).isEqualTo(kv.key());
        assertThat(HEX.formatHex(stored.valuesByFamily().get(kv.familyId())))
            .isEqualTo(kv.valueHex());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void shouldReadGoldenBytes(GoldenRows.Table table) {
    RowFormat format = table.format();
    for (GoldenRows.Row row : table.rows()) {
      Map<Integer, byte[]> values = new HashMap<>();
      row.kvs().forEach(kv -> values.put(kv.familyId(), HEX.parseHex(kv.valueHex())));
      StoredRow stored = new StoredRow(row.rowKey(), values);
      @Nullable Object[] expected = values(format.latest().columns(), row.read());

      assertThat(new RowDecoder(format).decode(stored.rowKey(), values)).isEqualTo(expected);
      assertThat(stored.readNative(format)).isEqualTo(expected);
    }
  }

  private static @Nullable Object[] values(
      List<Column> columns, Map<String, @Nullable Object> byName) {
    assertThat(byName).hasSize(columns.size());
    return columns.stream().map(column -> byName.get(column.name())).toArray();
  }
}
