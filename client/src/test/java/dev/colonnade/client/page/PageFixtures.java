package dev.colonnade.client.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.result.ResumeReason;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.result.WireScanUsage;
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
    return new PageInfo(rowCount, ResumeReason.END, Bytes.EMPTY, WireScanUsage.NONE);
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

  public static ResultMetadata pairsHead(TableDescription table) {
    return new ResultMetadata(
        new ResultMetadata.Encoding(ScanFormat.KEY_VALUES, Compression.NONE),
        1,
        table.current().version(),
        columns(table),
        Bytes.EMPTY);
  }

  public static ResultMetadata batchHead(List<ResultColumn> columns) {
    return new ResultMetadata(
        new ResultMetadata.Encoding(ScanFormat.COL_BATCH, Compression.NONE),
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
