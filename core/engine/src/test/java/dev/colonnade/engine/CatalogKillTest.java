package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.FAMILIES;
import static dev.colonnade.engine.TestDatabases.PLAIN;
import static dev.colonnade.engine.TestDatabases.await;
import static dev.colonnade.engine.TestDatabases.config;
import static dev.colonnade.engine.TestDatabases.createTable;
import static dev.colonnade.engine.TestDatabases.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.CatalogVictim.Change;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.storage.check.StoreCheck;
import dev.colonnade.storage.check.StoreReport;
import dev.colonnade.testing.ChildJvm;
import dev.colonnade.type.schema.Column;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Crash test of catalog changes: a failpoint halts the process in the middle of a change. The store
 * that is opened again is in the state before or after the change, its ranges and statistics are
 * sound, and no table id that was visible is allocated again.
 */
@Tag("integration")
@Timeout(600)
class CatalogKillTest {
  private static final long ROWS = 40;

  @TempDir private Path folder;

  /** Copy of the native library that a killed process leaves behind. */
  @TempDir private Path scratch;

  static Stream<Arguments> places() {
    Stream<Arguments> ofAll =
        Stream.of(Change.values())
            .flatMap(
                change ->
                    Stream.of(
                        Arguments.of(change, Failpoint.CATALOG_BEFORE_WRITE, false),
                        Arguments.of(change, Failpoint.COMMIT_AFTER_WRITE, true),
                        Arguments.of(change, Failpoint.CATALOG_AFTER_WRITE, true)));
    return Stream.concat(
        ofAll.filter(place -> !isTableCreation(place.get())),
        Stream.of(
            Arguments.of(Change.CREATE, Failpoint.CATALOG_AFTER_CARVE, false),
            Arguments.of(Change.DROP, Failpoint.CLEAR_BEFORE_WRITE, true)));
  }

  /**
   * Returns whether the failpoint is in the creation of a table, which has several commits: it is
   * not determined which of them is the first.
   */
  private static boolean isTableCreation(Object... place) {
    return place[0] == Change.CREATE && place[1] == Failpoint.COMMIT_AFTER_WRITE;
  }

  @ParameterizedTest
  @MethodSource("places")
  void shouldBeInTheStateBeforeOrAfterTheChange(Change change, Failpoint failpoint, boolean changed)
      throws Exception {
    int tableId = fill();
    assertThat(runVictim(change, failpoint)).isEqualTo(Failpoint.HALT_STATUS);

    StoreReport report = StoreCheck.run(folder, config(folder).store(), VerificationObserver.NONE);
    assertThat(report.ranges().problems()).isEmpty();
    try (Database database = TestDatabases.open(folder)) {
      assertThat(isChanged(change, database.catalog().snapshot())).isEqualTo(changed);
      boolean dropped = change == Change.DROP && changed;
      assertThat(database.statistics().data().liveRows()).isEqualTo(dropped ? 0 : ROWS);
      if (!dropped) {
        checkRows(database, change, changed);
      }
      checkNewIds(database, tableId);
    }
  }

  private int fill() {
    try (Database database = TestDatabases.open(folder)) {
      Session session = database.session("test");
      Table table = createTable(session, CatalogVictim.TABLE, FAMILIES);
      RowBatch batch = session.newBatch(table);
      for (long id = 0; id < ROWS; id++) {
        batch.row().putAll(id, "name", (int) id, "city");
        batch.insert();
      }
      await(session.write(batch));
      session.splitAt(table, List.of(table.format().keyCodec().prefix(ROWS / 2)));
      return table.id();
    }
  }

  private int runVictim(Change change, Failpoint failpoint)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ChildJvm.command(
                    List.of(
                        "-ea",
                        "-Xmx256m",
                        "-D%s=%s=halt".formatted(Failpoint.PROPERTY, failpoint.id()),
                        "-Djava.io.tmpdir=" + scratch),
                    CatalogVictim.class,
                    folder.toString(),
                    change.name()))
            .inheritIO()
            .start();
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private static boolean isChanged(Change change, CatalogSnapshot catalog) {
    return switch (change) {
      case CREATE -> has(catalog, CatalogVictim.NEW_TABLE);
      case RENAME -> has(catalog, CatalogVictim.NEW_NAME) && !has(catalog, CatalogVictim.TABLE);
      case ADD_COLUMN -> columns(catalog).contains(CatalogVictim.NEW_COLUMN);
      case DROP_COLUMN -> !columns(catalog).contains("city");
      case DROP -> !has(catalog, CatalogVictim.TABLE);
      case CREATE_ENUM ->
          catalog.types().stream().anyMatch(type -> type.name().equals(CatalogVictim.ENUM));
    };
  }

  private static boolean has(CatalogSnapshot catalog, String name) {
    return catalog.tables().stream().anyMatch(table -> table.name().equals(name));
  }

  private static List<String> columns(CatalogSnapshot catalog) {
    return catalog.table(CatalogVictim.TABLE).schema().columns().stream()
        .map(Column::name)
        .toList();
  }

  private static void checkRows(Database database, Change change, boolean changed) {
    String name = change == Change.RENAME && changed ? CatalogVictim.NEW_NAME : CatalogVictim.TABLE;
    for (long id = 0; id < ROWS; id++) {
      List<Object> expected = new ArrayList<>(List.of(id, "name", (int) id, "city"));
      if (change == Change.ADD_COLUMN && changed) {
        expected.add(7);
      }
      if (change == Change.DROP_COLUMN && changed) {
        expected.removeLast();
      }
      assertThat(row(database, name, id)).isEqualTo(expected);
    }
  }

  private static void checkNewIds(Database database, int tableId) {
    int highest =
        database.catalog().snapshot().tables().stream().mapToInt(Table::id).max().orElse(tableId);
    Session session = database.session("test");
    Table next = createTable(session, "next", PLAIN);
    assertThat(next.id()).isGreaterThan(Math.max(highest, tableId));
    RowBatch batch = session.newBatch(next);
    batch.row().putAll(1L, "one", 1);
    await(session.write(batch.insert()));
    assertThat(session.ranges(next.span())).hasSize(1);
    assertThat(row(database, "next", 1)).containsExactly(1L, "one", 1);
  }
}
