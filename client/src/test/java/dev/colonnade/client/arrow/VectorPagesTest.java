package dev.colonnade.client.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.page.ArrowMessages;
import dev.colonnade.client.page.GoldenTables;
import dev.colonnade.client.page.PageFixtures;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.page.batch.BatchPageDecoder;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.schema.WireType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests of Arrow vectors over pages. They run with the JVM flags that Arrow requires, in a separate
 * JVM.
 */
@Tag("vectors")
final class VectorPagesTest {
  @ParameterizedTest
  @EnumSource(Compression.class)
  void shouldContainTheValuesOfTheRows(Compression compression) throws IOException {
    GoldenTables.Table table = GoldenTables.load().get(0);
    List<ResultColumn> columns = PageFixtures.columns(table.description());
    ResultMetadata head = PageFixtures.batchHead(columns);
    ByteBuf payload = payload(columns, values(table.rows()), compression);
    try (BufferAllocator allocator = new RootAllocator();
        VectorPages pages = new VectorPages(allocator, head)) {
      ResultPage page =
          new BatchPageDecoder(head).decode(PageFixtures.info(table.rows().size()), payload);
      VectorSchemaRoot root = pages.load(page);
      page.close();

      assertThat(root.getRowCount()).isEqualTo(table.rows().size());
      for (ResultColumn column : columns) {
        assertColumn(root.getVector(column.name()), column, table.rows());
      }
      assertLabels(pages, table.rows());
    }
    assertThat(payload.refCnt()).isZero();
  }

  @Test
  void shouldShareTheMemoryOfTheReceivedPage() {
    List<ResultColumn> columns = List.of(new ResultColumn(1, "id", WireType.BIGINT, false));
    ByteBuf payload = payload(columns, List.of(Map.of("id", 42L)), Compression.NONE);
    ResultMetadata head = PageFixtures.batchHead(columns);
    try (BufferAllocator allocator = new RootAllocator();
        VectorPages pages = new VectorPages(allocator, head)) {
      ResultPage page = new BatchPageDecoder(head).decode(PageFixtures.info(1), payload);
      BigIntVector vector = (BigIntVector) pages.load(page).getVector("id");
      page.close();
      assertThat(payload.refCnt()).isEqualTo(1);
      assertThat(vector.get(0)).isEqualTo(42);
      int at = payload.indexOf(0, payload.writerIndex(), (byte) 42);
      while (payload.getLongLE(at) != 42) {
        at = payload.indexOf(at + 1, payload.writerIndex(), (byte) 42);
      }
      payload.setLongLE(at, 43);
      assertThat(vector.get(0)).isEqualTo(43);
    }
    assertThat(payload.refCnt()).isZero();
  }

  @Test
  void shouldReplaceEachPageByTheNext() {
    List<ResultColumn> columns = List.of(new ResultColumn(1, "id", WireType.BIGINT, false));
    ResultMetadata head = PageFixtures.batchHead(columns);
    BatchPageDecoder decoder = new BatchPageDecoder(head);
    try (BufferAllocator allocator = new RootAllocator();
        VectorPages pages = new VectorPages(allocator, head)) {
      for (long id = 0; id < 5; id++) {
        ByteBuf payload = payload(columns, List.of(Map.of("id", id)), Compression.NONE);
        try (ResultPage page = decoder.decode(PageFixtures.info(1), payload)) {
          pages.load(page);
        }
        assertThat(((BigIntVector) pages.root().getVector(0)).get(0)).isEqualTo(id);
      }
      ByteBuf nothing = PooledByteBufAllocator.DEFAULT.directBuffer();
      try (ResultPage page = decoder.decode(PageFixtures.info(0), nothing)) {
        assertThat(pages.load(page).getRowCount()).isZero();
      }
    }
  }

  @Test
  void shouldRejectOffsetsThatExceedTheirBuffer() {
    List<ResultColumn> columns = List.of(new ResultColumn(1, "text", WireType.TEXT, false));
    ResultMetadata head = PageFixtures.batchHead(columns);
    byte[] message =
        ArrowMessages.batch(columns, List.of(Map.of("text", "abcdefgh")), Compression.NONE);
    // The body ends with two offsets and eight bytes of text.
    int lastOffset = message.length - 12;
    assertThat(message[lastOffset]).isEqualTo((byte) 8);
    message[lastOffset] = 100;
    ByteBuf payload = PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(message);
    try (BufferAllocator allocator = new RootAllocator();
        VectorPages pages = new VectorPages(allocator, head);
        ResultPage page = new BatchPageDecoder(head).decode(PageFixtures.info(1), payload)) {
      assertThatThrownBy(() -> pages.load(page)).isInstanceOf(ProtocolException.class);
    }
    assertThat(payload.refCnt()).isZero();
  }

  @Test
  void shouldRejectResultsOfPairs() throws IOException {
    ResultMetadata head = PageFixtures.pairsHead(GoldenTables.load().get(0).description());
    try (BufferAllocator allocator = new RootAllocator()) {
      assertThatThrownBy(() -> new VectorPages(allocator, head))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static void assertColumn(
      FieldVector vector, ResultColumn column, List<GoldenTables.Row> rows) {
    for (int row = 0; row < rows.size(); row++) {
      Object expected = rows.get(row).values().get(column.name());
      assertThat(vector.isNull(row)).as(column.name()).isEqualTo(expected == null);
      if (expected == null) {
        continue;
      }
      Object actual = vector.getObject(row);
      switch (column.type().kind()) {
        case BIGINT, INTEGER, SMALLINT, REAL, DOUBLE, NUMERIC, BYTEA, BOOLEAN ->
            assertThat(actual).as(column.name()).isEqualTo(expected);
        case TEXT, VARCHAR, CHAR ->
            assertThat(actual.toString()).as(column.name()).isEqualTo(expected);
        case DATE, TIME, TIMESTAMP, TIMESTAMPTZ, UUID, ENUM ->
            assertThat(actual).as(column.name()).isNotNull();
      }
    }
  }

  private static void assertLabels(VectorPages pages, List<GoldenTables.Row> rows) {
    FieldVector indexes = pages.root().getVector("c_enum");
    var dictionary = pages.dictionaries().lookup(indexes.getField().getDictionary().getId());
    try (VarCharVector labels = (VarCharVector) DictionaryEncoder.decode(indexes, dictionary)) {
      for (int row = 0; row < rows.size(); row++) {
        Object expected = rows.get(row).values().get("c_enum");
        Object actual = labels.isNull(row) ? null : labels.getObject(row).toString();
        assertThat(actual).isEqualTo(expected);
      }
    }
  }

  private static ByteBuf payload(
      List<ResultColumn> columns,
      List<Map<String, @Nullable Object>> rows,
      Compression compression) {
    byte[] message = ArrowMessages.batch(columns, rows, compression);
    return PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(message);
  }

  private static List<Map<String, @Nullable Object>> values(List<GoldenTables.Row> rows) {
    return rows.stream().map(GoldenTables.Row::values).toList();
  }
}
