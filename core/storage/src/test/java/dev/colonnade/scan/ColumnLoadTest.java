package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of whether loads of the column cache leave the blocks that they read in memory. */
class ColumnLoadTest {
  private static final int ROWS = 1000;
  private static final int BLOCK_ROWS = 100;

  private final TableSchema schema =
      TableSchema.builder()
          .required("id", Plain.INTEGER)
          .nullable("name", Plain.TEXT)
          .nullable("amount", Plain.BIGINT)
          .key("id")
          .build();

  /** Store that records for each cursor over rows whether it fills the cache of blocks. */
  private static final class RecordingStore extends ForwardingStore {
    private final List<Boolean> fills = new ArrayList<>();

    RecordingStore() {
      super(new MemoryStore());
    }

    @Override
    public Cursor cursor(Space space, CursorOptions options) {
      if (space == Space.ROWS) {
        fills.add(options.fillCache());
      }
      return super.cursor(space, options);
    }

    @Override
    public StoreReader asOf(long timestamp) {
      return this;
    }
  }

  private static void scan(ScanTable table, String... columns) {
    try (PageStream stream =
        table.scanner.open(table.request(columns), Cancellation.withoutDeadline())) {
      for (var page = stream.next(); page != null; page = stream.next()) {
        page.close();
      }
    }
  }

  @Test
  void shouldNotFillTheCacheOfBlocksButWhenRowsAreLoadedAgain() {
    RecordingStore store = new RecordingStore();
    try (ScanTable table =
        new ScanTable(
            store, schema, new ColumnCacheOptions(1 << 24, BLOCK_ROWS, 10, 1 << 20, 50))) {
      List<@Nullable Object[]> rows = new ArrayList<>();
      for (int id = 0; id < ROWS; id++) {
        rows.add(new @Nullable Object[] {id, "name " + id, (long) id});
      }
      table.putAll(rows);
      store.fills.clear();
      scan(table, "amount");
      assertThat(store.fills).as("first load").hasSize(ROWS / BLOCK_ROWS).containsOnly(false);
      store.fills.clear();
      scan(table, "amount", "name");
      assertThat(store.fills).as("further column").doesNotContain(true);
      table.put(150, "changed", 7L);
      store.fills.clear();
      long loads = table.cache.statistics().loads();
      for (int i = 0; i < BLOCK_ROWS && table.cache.statistics().loads() == loads; i++) {
        scan(table, "amount");
      }
      assertThat(table.cache.statistics().loads()).isEqualTo(loads + 1);
      assertThat(store.fills).as("changed rows, and their block again").containsOnly(true);
    }
  }
}
