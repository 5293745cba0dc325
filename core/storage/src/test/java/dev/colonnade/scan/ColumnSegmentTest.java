package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.cache.ColumnCacheStatistics;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.Direction;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreFaults;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the column cache with segments: when they are written, read, and no longer used. */
class ColumnSegmentTest {
  private static final int ROWS = 1000;
  private static final int BLOCK_ROWS = 100;
  private static final int BLOCKS = ROWS / BLOCK_ROWS;
  private static final long LARGE = 1 << 24;

  private final TableSchema schema =
      TableSchema.builder()
          .required("id", Plain.INTEGER)
          .nullable("flag", Plain.BOOLEAN)
          .nullable("name", Plain.TEXT)
          .nullable("amount", Plain.BIGINT)
          .key("id")
          .build();

  @TempDir private Path folder;
  private @Nullable ScanTable opened;

  /** Fails if the cache has leaked memory. */
  @AfterEach
  void close() {
    if (opened != null) {
      opened.close();
    }
  }

  private ScanTable open(long bytesMax) {
    return open(bytesMax, ROWS);
  }

  private ScanTable open(long bytesMax, int rowCount) {
    return open(new MemoryStore(), bytesMax, rowCount);
  }

  private ScanTable open(Store store, long bytesMax, int rowCount) {
    ScanTable table =
        new ScanTable(
            store, schema, new ColumnCacheOptions(bytesMax, BLOCK_ROWS, 10, 1 << 20, 50), folder);
    opened = table;
    Random random = Seed.random("ColumnSegmentTest");
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int id = 0; id < rowCount; id++) {
      rows.add(
          new @Nullable Object[] {
            id,
            random.nextInt(3) == 0 ? null : (Object) random.nextBoolean(),
            random.nextInt(4) == 0 ? null : "n".repeat(random.nextInt(12)),
            random.nextInt(50) == 0 ? null : (Object) random.nextLong()
          });
    }
    table.putAll(rows);
    return table;
  }

  private static List<String> pages(Scanner scanner, ScanRequest request) {
    List<String> pages = new ArrayList<>();
    try (PageStream stream = scanner.open(request, Cancellation.withoutDeadline())) {
      for (ScanPage page = stream.next(); page != null; page = stream.next()) {
        try (ScanPage open = page) {
          pages.add(open.end() + " " + Pages.bytesOf(open));
        }
      }
    }
    return pages;
  }

  private static void scan(ScanTable table, ScanRequest request) {
    assertThat(pages(table.scanner, request)).isEqualTo(pages(table.uncachedScanner, request));
  }

  private static ColumnCacheStatistics statistics(ScanTable table) {
    return table.cache.statistics();
  }

  private long fileBytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  @Test
  void shouldReadBlocksFromSegmentsAfterARestart() {
    ScanTable table = open(LARGE);
    scan(table, table.all());
    table.writeSegments();
    table.restart(table.store);
    scan(table, table.all());
    assertThat(statistics(table).loads()).isZero();
    assertThat(statistics(table).segmentReads()).isEqualTo(BLOCKS);
    scan(table, table.all());
    assertThat(statistics(table).segmentReads()).as("in memory now").isEqualTo(BLOCKS);
    ScanRequest all = table.all();
    scan(table, all.withOptions(all.options().withDirection(Direction.REVERSE)));
  }

  @Test
  void shouldReadSegmentsInReverseFirst() {
    ScanTable table = open(LARGE);
    scan(table, table.all());
    table.writeSegments();
    table.restart(table.store);
    ScanRequest all = table.all();
    scan(table, all.withOptions(all.options().withDirection(Direction.REVERSE)));
    assertThat(statistics(table).segmentReads()).isEqualTo(BLOCKS);
  }

  @Test
  void shouldWriteNoBlockThatHasJustBeenLoaded() throws IOException {
    ScanTable table = open(LARGE);
    scan(table, table.all());
    table.cache.writeSegments();
    table.cache.writeSegments();
    assertThat(fileBytes()).isZero();
    table.writeSegments();
    assertThat(fileBytes()).isPositive().isEqualTo(statistics(table).segmentBytes());
  }

  @Test
  void shouldNotUseSegmentsOfChangedRows() {
    ScanTable table = open(LARGE);
    scan(table, table.all());
    table.writeSegments();
    table.put(150, true, "changed", 7L);
    table.delete(350);
    scan(table, table.all());
    table.restart(table.store);
    scan(table, table.all());
    assertThat(statistics(table).segmentReads()).isEqualTo(BLOCKS - 2);
    assertThat(statistics(table).loads()).isEqualTo(2);
  }

  @Test
  void shouldServeOtherRowsOfASegmentUntilTheRestart() {
    ScanTable table = open(LARGE);
    scan(table, table.all());
    table.writeSegments();
    table.restart(table.store);
    table.put(150, true, "changed", 7L);
    scan(table, table.all());
    assertThat(statistics(table).segmentReads()).isEqualTo(BLOCKS);
  }

  @Test
  void shouldAddColumnsToSegments() {
    ScanTable table = open(LARGE);
    scan(table, table.request("amount"));
    table.writeSegments();
    table.restart(table.store);
    scan(table, table.request("name"));
    assertThat(statistics(table).loads()).isEqualTo(BLOCKS);
    table.writeSegments();
    table.restart(table.store);
    scan(table, table.request("name", "amount"));
    assertThat(statistics(table).segmentReads()).isEqualTo(BLOCKS);
    assertThat(statistics(table).loads()).as("loads").isZero();
  }

  @Test
  void shouldReadTheStoreIfASegmentIsDamaged() throws IOException {
    ScanTable table = open(LARGE);
    scan(table, table.all());
    table.writeSegments();
    table.restart(table.store);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 20] ^= 1; // of the last part
        Files.write(file, bytes);
      }
    }
    scan(table, table.all());
    scan(table, table.all());
    table.put(50, true, "changed", 7L);
    table.restart(table.store);
    scan(table, table.all());
  }

  @Test
  void shouldReadTablesThatDoNotFitIntoMemoryFromSegments() {
    int bytesMax = 200_000;
    ScanTable table = open(bytesMax, 10 * ROWS);
    for (int round = 0; statistics(table).blocks() < 10 * BLOCKS; round++) {
      assertThat(round).as("rounds").isLessThan(10 * BLOCKS);
      scan(table, table.all());
      table.writeSegments();
    }
    long loads = statistics(table).loads();
    long reads = statistics(table).segmentReads();
    scan(table, table.all());
    assertThat(statistics(table).loads()).isEqualTo(loads);
    assertThat(statistics(table).segmentReads()).isGreaterThan(reads);
    assertThat(statistics(table).bytes()).isLessThanOrEqualTo(bytesMax);
  }

  @Test
  void shouldWriteATableThatDoesNotFitIntoMemoryInOneScan() {
    int bytesMax = 200_000;
    ScanTable table = open(bytesMax, 10 * ROWS);
    table.writePassingBlocksAtOnce();
    scan(table, table.request("amount"));
    assertThat(statistics(table).blocks()).isEqualTo(10 * BLOCKS);
    scan(table, table.request("amount"));
    assertThat(statistics(table).loads()).isEqualTo(10 * BLOCKS);
    assertThat(statistics(table).bytes()).isLessThanOrEqualTo(bytesMax);
  }

  @Test
  void shouldAddColumnsToSegmentsOfATableThatDoesNotFitIntoMemory() {
    int bytesMax = 160_000;
    ScanTable table = open(bytesMax, 10 * ROWS);
    table.writePassingBlocksAtOnce();
    scan(table, table.request("amount"));
    table.restart(table.store);
    scan(table, table.request("name", "amount"));
    long loads = statistics(table).loads();
    assertThat(loads).isEqualTo(10 * BLOCKS);
    scan(table, table.request("amount", "name"));
    scan(table, table.request("flag"));
    assertThat(statistics(table).loads())
        .as("segments have all columns, blocks in memory those of requests")
        .isLessThan(loads + 5 * BLOCKS);
    assertThat(statistics(table).bytes()).isLessThanOrEqualTo(bytesMax);
    table.put(50, true, "changed", 7L);
    table.restart(table.store);
    scan(table, table.request("name", "amount"));
  }

  @Test
  void shouldLeaveSpaceForReadersWhenColumnsAreAdded() {
    int bytesMax = 400_000;
    ScanTable table = open(bytesMax, 10 * ROWS);
    table.writePassingBlocksAtOnce();
    scan(table, table.all());
    table.writeSegments();
    table.restart(table.store);
    scan(table, table.request("flag")); // of all blocks in memory
    scan(table, table.request("amount"));
    scan(table, table.request("name", "amount"));
    scan(table, table.request("name", "flag"));
    assertThat(statistics(table).bytes()).as("without readers").isLessThan(bytesMax * 15 / 16);
    scan(table, table.all());
    assertThat(statistics(table).loads()).isZero();
    assertThat(statistics(table).misses()).isZero();
  }

  @Test
  void shouldAddTheColumnsOfAScanIfAllOfThemNeedTooMuchMemory() {
    TableSchemaBuilder wide = TableSchema.builder().required("id", Plain.INTEGER);
    for (int column = 0; column < 60; column++) {
      wide.nullable("c" + column, Plain.BIGINT);
    }
    ScanTable table =
        new ScanTable(
            new MemoryStore(),
            wide.key("id").build(),
            new ColumnCacheOptions(200_000, BLOCK_ROWS, 10, 1 << 20, 50),
            folder);
    opened = table;
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int id = 0; id < 10 * ROWS; id++) {
      @Nullable Object[] row = new @Nullable Object[61];
      row[0] = id;
      row[1] = row[2] = (long) id;
      rows.add(row);
    }
    table.putAll(rows);
    table.writePassingBlocksAtOnce();
    scan(table, table.request("c0"));
    scan(table, table.request("c1"));
    scan(table, table.request("c1")); // the block of the first attempt
    long loads = statistics(table).loads();
    scan(table, table.request("c1"));
    assertThat(statistics(table).loads()).isEqualTo(loads);
  }

  @Test
  void shouldReadTheStoreIfThereIsNoRoomOnDiskForBlocksThatDoNotFitIntoMemory() {
    ScanTable table = open(200_000, 10 * ROWS);
    table.limitSegments(1);
    table.writePassingBlocksAtOnce();
    scan(table, table.all());
    scan(table, table.all());
    assertThat(statistics(table).segmentBytes()).isZero();
    assertThat(statistics(table).bytes()).isLessThanOrEqualTo(200_000);
  }

  @Test
  void shouldGiveSpaceBackWhenRowsChange() throws IOException {
    ScanTable table = open(LARGE);
    scan(table, table.all());
    table.writeSegments();
    long full = fileBytes();
    for (int round = 0; round < 30; round++) {
      for (int id = 0; id < ROWS; id += BLOCK_ROWS / 4) {
        table.put(id, true, "changed", (long) round);
      }
      scan(table, table.all());
      table.writeSegments();
    }
    assertThat(fileBytes()).isLessThan(4 * full);
    table.restart(table.store);
    scan(table, table.all());
  }

  @Test
  void shouldStayBelowItsLimitAndMakeRoomForNewSegments() throws IOException {
    ScanTable table = open(LARGE);
    scan(table, table.all());
    table.writeSegments();
    long full = fileBytes();
    table.limitSegments(full * 3 / 2);
    for (int round = 0; round < 10; round++) {
      for (int id = 0; id < ROWS; id += BLOCK_ROWS / 4) {
        table.put(id, true, "changed", (long) round);
      }
      scan(table, table.all());
      table.writeSegments();
      table.writeSegments();
      assertThat(fileBytes()).isLessThan(2 * full);
    }
    table.restart(table.store);
    scan(table, table.all());
    assertThat(statistics(table).segmentReads()).isPositive();
  }

  @Test
  void shouldReadTheStoreIfSegmentsCannotBeWritten() {
    ScanTable table = open(LARGE);
    scan(table, table.all());
    StoreFaults faults = ((MemoryStore) table.store).faults();
    faults.failAllWrites(ErrorCode.DISK_FULL);
    table.writeSegments();
    scan(table, table.all());
    faults.heal();
    table.writeSegments();
    scan(table, table.all());
    table.put(150, true, "changed", 7L);
    table.restart(table.store);
    scan(table, table.all());
  }

  @Test
  void shouldWriteNoSegmentAfterACommitOfUnknownOutcome() {
    MemoryStore memory = new MemoryStore();
    UnsureStore store = new UnsureStore(memory);
    ScanTable table = open(store, LARGE, ROWS);
    scan(table, table.all());
    store.failsAfterWrite = true;
    assertThatThrownBy(() -> table.put(150, true, "changed", 7L))
        .isInstanceOf(ColonnadeException.class);
    table.writeSegments();
    table.restart(store);
    scan(table, table.all());
    assertThat(statistics(table).segmentReads()).isZero();
  }

  /** Store whose next write fails after it was made, as when the sync of the log fails. */
  private static final class UnsureStore extends ForwardingStore {
    private boolean failsAfterWrite;

    UnsureStore(MemoryStore target) {
      super(target);
    }

    @Override
    public void write(Batch batch, Durability durability) {
      super.write(batch, durability);
      if (failsAfterWrite) {
        failsAfterWrite = false;
        throw new ColonnadeException(ErrorCode.COMMIT_UNKNOWN, "failed on demand");
      }
    }
  }

  @Test
  void shouldNotUseSegmentsAfterAStartWithoutThem() {
    ScanTable table = open(LARGE);
    scan(table, table.all());
    table.writeSegments();
    new ScanTable(table.store, schema).put(150, true, "changed", 7L);
    table.restart(table.store);
    scan(table, table.all());
    assertThat(statistics(table).segmentReads()).isZero();
  }
}
