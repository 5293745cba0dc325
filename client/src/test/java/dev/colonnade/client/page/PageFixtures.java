package dev.colonnade.client.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.response.ResultHead;
import dev.colonnade.protocol.scan.Compression;
import dev.colonnade.protocol.scan.ResultColumn;
import dev.colonnade.protocol.scan.ResumeReason;
import dev.colonnade.protocol.scan.ScanFormat;
import dev.colonnade.protocol.scan.Usage;
import dev.colonnade.protocol.schema.TableDescription;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fixtures of page tests. */
public final class PageFixtures {
  private PageFixtures() {}

  public static PageInfo info(int rowCount) {
    return new PageInfo(rowCount, ResumeReason.END, Bytes.EMPTY, Usage.NONE);
  }

  /** Returns all current columns of a table. */
  public static List<ResultColumn> columns(TableDescription table) {
    return table.current().columns().stream()
        .map(
            column ->
                new ResultColumn(
                    column.columnId(), column.name(), column.type(), column.nullable()))
        .toList();
  }

  public static ResultHead pairsHead(TableDescription table) {
    return new ResultHead(
        new ResultHead.Encoding(ScanFormat.KEY_VALUES, Compression.NONE),
        1,
        table.current().version(),
        columns(table),
        Bytes.EMPTY);
  }

  public static ResultHead batchHead(List<ResultColumn> columns) {
    return new ResultHead(
        new ResultHead.Encoding(ScanFormat.COL_BATCH, Compression.NONE),
        1,
        1,
        columns,
        Bytes.copyOf(ArrowMessages.schema(columns)));
  }

  /** Returns the payload of these rows, in a pooled direct buffer like a received one. */
  public static ByteBuf pairs(List<GoldenTables.Row> rows) {
    ByteBuf payload = PooledByteBufAllocator.DEFAULT.directBuffer();
    for (GoldenTables.Row row : rows) {
      for (GoldenTables.Pair pair : row.pairs()) {
        payload.writeIntLE(pair.key().length()).writeIntLE(pair.value().length());
        pair.key().writeTo(payload);
        pair.value().writeTo(payload);
      }
    }
    return payload;
  }

  /** Asserts that the current row of the cursor has these values by column name. */
  public static void assertValues(
      List<ResultColumn> columns, RowCursor cursor, Map<String, @Nullable Object> values) {
    assertThat(values).hasSize(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      String name = columns.get(i).name();
      assertThat(cursor.objectAt(i)).as("column=%s", name).isEqualTo(values.get(name));
      assertThat(cursor.isNull(i)).as("column=%s", name).isEqualTo(values.get(name) == null);
    }
  }
}
