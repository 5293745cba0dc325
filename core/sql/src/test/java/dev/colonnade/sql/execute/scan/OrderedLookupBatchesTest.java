package dev.colonnade.sql.execute.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.key.Key;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.page.PageEnd;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.ScanUsage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.page.VectorPage;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows whose ids are divisible by 3 exist; entries of an index have more ids, in any order. */
class OrderedLookupBatchesTest {
  private static final Table TABLE =
      Table.of(
          new TableDescriptor(
              300,
              "t",
              new SchemaHistory(
                  TableSchema.builder()
                      .required("text", Plain.TEXT)
                      .required("id", Plain.BIGINT)
                      .key("id")
                      .build())));

  private static final List<Column> COLUMNS = TABLE.schema().columns();
  private static final Column ID = TABLE.schema().column("id");

  private final RootAllocator allocator = new RootAllocator();
  private final RequestMemory memory = RequestMemory.of(allocator, 1 << 26);
  private final List<ArrowBuf> buffers = new ArrayList<>();
  private final List<Integer> lookups = new ArrayList<>();
  private int openPages;
  private int openStreams;

  @AfterEach
  void close() {
    buffers.forEach(ArrowBuf::close);
    memory.release();
    allocator.close();
  }

  private ArrowBuf buffer(long size) {
    ArrowBuf buffer = allocator.buffer(Math.max(1, size));
    buffers.add(buffer);
    return buffer;
  }

  private ColumnVector ids(long... ids) {
    long address = buffer(8L * ids.length).memoryAddress();
    for (int i = 0; i < ids.length; i++) {
      NativeMemory.putLong(address + 8L * i, ids[i]);
    }
    return new ColumnVector(
        ColumnVector.NO_ADDRESS, address, ColumnVector.NO_ADDRESS, ColumnVector.Form.STORED, null);
  }

  private ColumnVector texts(int length, long... ids) {
    long offsets = buffer(4L * (ids.length + 1)).memoryAddress();
    long bytes = buffer((long) length * ids.length).memoryAddress();
    NativeMemory.putInt(offsets, 0);
    for (int i = 0; i < ids.length; i++) {
      NativeMemory.copy(text(ids[i], length), 0, bytes + (long) i * length, length);
      NativeMemory.putInt(offsets + 4L * (i + 1), (i + 1) * length);
    }
    return new ColumnVector(
        ColumnVector.NO_ADDRESS, offsets, bytes, ColumnVector.Form.STORED, null);
  }

  private static byte[] text(long id, int length) {
    byte[] text = new byte[length];
    Arrays.fill(text, (byte) ('a' + id % 26));
    return text;
  }

  private ScanPage page(int rowCount, ColumnVector... columns) {
    openPages++;
    PageEnd end = new PageEnd(ScanUsage.NONE, StopReason.EXHAUSTED, List.of(), null);
    return new VectorPage(
        columns, VectorPage.Rows.range(0, rowCount), () -> openPages--, memory, end);
  }

  private PageStream stream(List<Column> columns, List<ScanPage> pages) {
    openStreams++;
    ArrayDeque<ScanPage> left = new ArrayDeque<>(pages);
    return new PageStream() {
      @Override
      public PageFormat format() {
        return PageFormat.VECTORS;
      }

      @Override
      public BatchSchema schema() {
        return BatchSchema.stored(columns);
      }

      @Override
      public @Nullable ScanPage next() {
        return left.poll();
      }

      @Override
      public void pause() {}

      @Override
      public void close() {
        left.forEach(ScanPage::close);
        left.clear();
        openStreams--;
      }
    };
  }

  private PageStream entries(long[]... pages) {
    List<ScanPage> all = new ArrayList<>();
    for (long[] ids : pages) {
      all.add(page(ids.length, ids(ids)));
    }
    return stream(List.of(ID), all);
  }

  private static Key key(long id) {
    return TABLE.format().keyCodec().encode(new Object[] {id});
  }

  /** Returns batches of rows with texts of a length. */
  private OrderedLookupBatches batches(long rowLimit, int length, long idMax, PageStream entries) {
    return new OrderedLookupBatches(
        TABLE,
        List.of(COLUMNS.getFirst().id(), ID.id()),
        List.of(VectorType.of(TypeKind.TEXT), VectorType.of(TypeKind.BIGINT)),
        rowLimit,
        entries,
        keys -> {
          lookups.add(keys.size());
          long[] found =
              LongStream.range(0, idMax)
                  .filter(id -> id % 3 == 0 && keys.contains(key(id)))
                  .toArray();
          List<ScanPage> pages = new ArrayList<>();
          for (int from = 0; from < found.length; from += 7) {
            long[] ids = Arrays.copyOfRange(found, from, Math.min(found.length, from + 7));
            pages.add(page(ids.length, texts(length, ids), ids(ids)));
            pages.add(page(0, texts(length), ids()));
          }
          return stream(COLUMNS, pages);
        });
  }

  private List<Long> read(OrderedLookupBatches batches, int length) {
    List<Long> ids = new ArrayList<>();
    for (VectorBatch batch = batches.next(); batch != null; batch = batches.next()) {
      assertThat(batch.rowCount()).isPositive();
      for (int row = 0; row < batch.rowCount(); row++) {
        long id = ((LongVector) batch.column(1)).values()[row];
        assertThat(((TextVector) batch.column(0)).text(row))
            .isEqualTo(new String(text(id, length), java.nio.charset.StandardCharsets.US_ASCII));
        ids.add(id);
      }
    }
    return ids;
  }

  private static List<Long> shuffled(int count, long seed) {
    List<Long> ids = new ArrayList<>(LongStream.range(0, count).boxed().toList());
    Collections.shuffle(ids, new Random(seed));
    return ids;
  }

  private static long[] part(List<Long> ids, int from, int to) {
    return ids.subList(from, to).stream().mapToLong(Long::longValue).toArray();
  }

  @Test
  void shouldReturnRowsInTheOrderOfTheEntries() {
    List<Long> ids = shuffled(900, 1);
    PageStream entries =
        entries(part(ids, 0, 5), new long[0], part(ids, 5, 700), part(ids, 700, 900));
    try (OrderedLookupBatches batches = batches(0, 3, 900, entries)) {
      assertThat(read(batches, 3)).isEqualTo(ids.stream().filter(id -> id % 3 == 0).toList());
      assertThat(lookups).containsExactly(16, 64, 256, 512, 52);
      assertThat(batches.next()).isNull();
    }
    assertThat(openPages).isZero();
    assertThat(openStreams).isZero();
  }

  @Test
  void shouldEndAtTheLimit() {
    List<Long> ids = shuffled(90, 2);
    List<Long> existing = ids.stream().filter(id -> id % 3 == 0).toList();
    try (OrderedLookupBatches batches = batches(10, 3, 90, entries(part(ids, 0, 90)))) {
      assertThat(read(batches, 3)).isEqualTo(existing.subList(0, 10));
      assertThat(lookups.getFirst()).isEqualTo(10);
    }
    assertThat(openPages).isZero();
    assertThat(openStreams).isZero();
  }

  @Test
  void shouldLookUpFewerLargeRows() {
    int length = 1 << 20;
    List<Long> ids = LongStream.range(0, 20).map(i -> 57 - 3 * i).boxed().toList();
    try (OrderedLookupBatches batches = batches(0, length, 60, entries(part(ids, 0, 20)))) {
      assertThat(read(batches, length)).isEqualTo(ids);
    }
    assertThat(lookups.subList(0, 2)).containsExactly(16, 4);
    assertThat(lookups.subList(1, lookups.size())).allMatch(count -> count <= 4);
    assertThat(openPages).isZero();
    assertThat(openStreams).isZero();
  }

  @Test
  void shouldCloseEntriesThatAreNotRead() {
    OrderedLookupBatches batches =
        batches(0, 3, 99, entries(part(shuffled(99, 3), 0, 50), new long[] {1, 2}));
    assertThat(batches.next()).isNotNull();
    batches.close();
    assertThat(batches.next()).isNull();
    assertThat(openPages).isZero();
    assertThat(openStreams).isZero();
  }
}
