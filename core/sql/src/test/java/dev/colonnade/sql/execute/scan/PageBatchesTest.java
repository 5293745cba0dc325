package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

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
import dev.colonnade.sql.execute.filter.ColumnFilter;
import dev.colonnade.sql.execute.filter.RuntimeFilter;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.schema.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PageBatchesTest {
  private static final int ROWS = 10_000;
  private static final List<VectorType> TYPES =
      List.of(VectorType.of(TypeKind.BIGINT), VectorType.of(TypeKind.TEXT));
  private static final BatchSchema SCHEMA =
      BatchSchema.stored(
          TableSchema.builder()
              .required("id", Plain.BIGINT)
              .required("text", Plain.TEXT)
              .key("id")
              .build()
              .columns());

  private final RootAllocator allocator = new RootAllocator();
  private final RequestMemory memory = RequestMemory.of(allocator, 1 << 26);
  private final List<ArrowBuf> buffers = new ArrayList<>();
  private int closedPages;

  @AfterEach
  void close() {
    buffers.forEach(ArrowBuf::close);
    memory.release();
    allocator.close();
  }

  private static String text(int row, int length) {
    return (row + " ".repeat(length)).substring(0, length);
  }

  /** Returns a page of rows of a block, in which each text has {@code length} bytes. */
  private VectorPage page(VectorPage.Rows rows, int length) {
    ArrowBuf buffer = allocator.buffer((8L + 4 + length) * ROWS + 4);
    buffers.add(buffer);
    long offsets = buffer.memoryAddress() + 8L * ROWS;
    long bytes = offsets + 4L * (ROWS + 1);
    NativeMemory.putInt(offsets, 0);
    for (int row = 0; row < ROWS; row++) {
      NativeMemory.putLong(buffer.memoryAddress() + 8L * row, row);
      NativeMemory.putInt(offsets + 4L * (row + 1), (row + 1) * length);
      byte[] text = text(row, length).getBytes(StandardCharsets.US_ASCII);
      NativeMemory.copy(text, 0, bytes + (long) row * length, length);
    }
    ColumnVector[] vectors = {
      stored(buffer.memoryAddress(), ColumnVector.NO_ADDRESS), stored(offsets, bytes)
    };
    PageEnd end = new PageEnd(ScanUsage.NONE, StopReason.EXHAUSTED, List.of(), null);
    return new VectorPage(vectors, rows, () -> closedPages++, memory, end);
  }

  private static ColumnVector stored(long values, long bytes) {
    return new ColumnVector(ColumnVector.NO_ADDRESS, values, bytes, ColumnVector.Form.STORED, null);
  }

  private static PageBatches batches(VectorPage... pages) {
    return batches(List.of(), pages);
  }

  private static PageBatches batches(List<ColumnFilter> filters, VectorPage... pages) {
    ArrayDeque<ScanPage> left = new ArrayDeque<>(List.of(pages));
    PageStream stream =
        new PageStream() {
          @Override
          public PageFormat format() {
            return PageFormat.VECTORS;
          }

          @Override
          public BatchSchema schema() {
            return SCHEMA;
          }

          @Override
          public @Nullable ScanPage next() {
            return left.poll();
          }

          @Override
          public void pause() {}

          @Override
          public void close() {}
        };
    return new PageBatches(stream, TYPES, filters);
  }

  /** Compares a batch with rows of a block. */
  private static void check(VectorBatch batch, int[] expected, int from, int length) {
    LongVector ids = (LongVector) batch.column(0);
    TextVector texts = (TextVector) batch.column(1);
    for (int i = 0; i < batch.rowCount(); i++) {
      int row = expected[from + i];
      assertThat(ids.values()[i]).isEqualTo(row);
      assertThat(texts.text(i)).isEqualTo(text(row, length));
    }
  }

  /** Reads the batches of a page, whose rows are {@code expected}. */
  private void checkPage(PageBatches batches, int[] expected, int length) {
    int closedBefore = closedPages;
    int rows = 0;
    while (rows < expected.length) {
      assertThat(closedPages).isEqualTo(closedBefore);
      VectorBatch batch = requireNonNull(batches.next());
      assertThat(batch.rowCount()).isBetween(1, VectorBatch.ROWS);
      assertThat(batch.rowCount() * length).isLessThanOrEqualTo(PageVectors.BATCH_BYTES_MAX);
      check(batch, expected, rows, length);
      rows += batch.rowCount();
    }
    assertThat(rows).isEqualTo(expected.length);
    assertThat(closedPages).isEqualTo(closedBefore + 1);
  }

  @Test
  void shouldDivideLargePages() {
    int[] all = new int[ROWS];
    int[] reversed = new int[ROWS / 2];
    for (int row = 0; row < ROWS; row++) {
      all[row] = row;
      reversed[row / 2] = ROWS - 1 - row;
    }
    for (int length : new int[] {5, 300}) {
      PageBatches batches =
          batches(
              page(VectorPage.Rows.range(0, ROWS), length),
              page(VectorPage.Rows.selected(reversed, reversed.length), length));
      checkPage(batches, all, length);
      checkPage(batches, reversed, length);
      assertThat(batches.next()).isNull();
    }
  }

  @Test
  void shouldSkipEmptyPages() {
    PageBatches batches =
        batches(page(VectorPage.Rows.range(7, 7), 5), page(VectorPage.Rows.range(7, 9), 5));
    check(requireNonNull(batches.next()), new int[] {7, 8}, 0, 5);
    assertThat(batches.next()).isNull();
    assertThat(closedPages).isEqualTo(2);
  }

  @Test
  void shouldClosePagesThatAreNotReadToTheEnd() {
    PageBatches batches = batches(page(VectorPage.Rows.range(0, ROWS), 5));
    assertThat(batches.next()).isNotNull();
    assertThat(closedPages).isZero();
    batches.close();
    assertThat(closedPages).isEqualTo(1);
    assertThat(batches.next()).isNull();
  }

  @Test
  void shouldReturnRowsThatAllFiltersAccept() {
    List<ColumnFilter> filters = new ArrayList<>();
    for (int step : new int[] {2, 3}) {
      RuntimeFilter filter = new RuntimeFilter();
      long[] keys = LongStream.range(0, ROWS / 4).map(key -> key * step).toArray();
      filter.publish(new LongVector(keys, null), keys.length);
      filters.add(new ColumnFilter(0, filter));
    }
    filters.add(new ColumnFilter(0, new RuntimeFilter()));
    int[] reversed = IntStream.range(0, ROWS).map(row -> ROWS - 1 - row).toArray();
    int[] accepted = IntStream.range(0, ROWS / 2).filter(row -> row % 6 == 0).toArray();
    int[] acceptedReversed =
        IntStream.of(reversed).filter(r -> r < ROWS / 2 && r % 6 == 0).toArray();
    checkRows(batches(filters, page(VectorPage.Rows.range(0, ROWS), 5)), accepted);
    checkRows(
        batches(filters, page(VectorPage.Rows.selected(reversed, ROWS), 5)), acceptedReversed);
    assertThat(closedPages).isEqualTo(2);
  }

  private static void checkRows(PageBatches batches, int[] expected) {
    int rows = 0;
    for (VectorBatch batch = batches.next(); batch != null; batch = batches.next()) {
      if (batch.rowCount() > 0) {
        check(batch, expected, rows, 5);
      }
      rows += batch.rowCount();
    }
    assertThat(rows).isEqualTo(expected.length);
  }
}
