package dev.colonnade.type.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.testing.Seed;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowDecoderTest {
  private static final long TABLE_ID = 77;

  private final Random random = Seed.random("RowDecoderTest");
  private final RandomRows rows = new RandomRows(random);

  @Test
  void shouldDecodeColumnsInAnyOrderAndRepeatedly() {
    for (int table = 0; table < 200; table++) {
      RowFormat format = new RowFormat(TABLE_ID, new SchemaHistory(rows.schema()));
      StoredRow stored = StoredRow.write(format, rows.row(format.latest()));
      RowDecoder decoder = new RowDecoder(format);
      @Nullable Object[] all = decoder.decode(stored.rowKey(), stored.valuesByFamily());
      List<Column> columns = format.latest().columns();
      List<Column> wanted = new ArrayList<>(columns);
      wanted.addAll(columns);
      Collections.shuffle(wanted, random);
      @Nullable Object[] row = decoder.decode(stored.rowKey(), stored.valuesByFamily(), wanted);
      for (int i = 0; i < row.length; i++) {
        assertThat(row[i]).isEqualTo(all[columns.indexOf(wanted.get(i))]);
      }
    }
  }

  @Test
  void shouldReadDefaultsOfColumnsThatARowDoesNotContain() {
    for (int table = 0; table < 100; table++) {
      SchemaHistory history = new SchemaHistory(rows.schema());
      SchemaHistory evolved = rows.evolve(rows.evolve(history));
      RowFormat format = new RowFormat(TABLE_ID, evolved);
      StoredRow stored = StoredRow.writeVersion(format, 1, rows.row(history.latest()));
      Map<Integer, byte[]> values = new HashMap<>(stored.valuesByFamily());
      values.keySet().removeIf(id -> id != 0);
      @Nullable Object[] row = new RowDecoder(format).decode(stored.rowKey(), values);
      List<Column> columns = format.latest().columns();
      for (int i = 0; i < row.length; i++) {
        Column column = columns.get(i);
        boolean isMissing =
            !format.latest().isKey(column.id())
                && (!history.latest().hasColumn(column.id())
                    || !values.containsKey(format.latest().familyOf(column.id()).id()));
        if (isMissing) {
          assertThat(row[i]).isEqualTo(column.defaultValue());
        }
      }
    }
  }
}
