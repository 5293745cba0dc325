package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.SqlScript.Entry;
import dev.colonnade.sql.SqlScript.Expectation;
import dev.colonnade.sql.function.value.TextOutputFormat;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the files of {@code resources/sql}, which have PostgreSQL 15's results. */
@Tag("integration")
class SqlLogicTest {
  private static final long MIB = 1024 * 1024;

  /** Returns the names of all files. */
  static List<String> files() {
    return SqlResources.names("/sql/aggregates.test", ".test");
  }

  @ParameterizedTest
  @MethodSource("files")
  void shouldReturnTheResultsOfTheFile(String name, @TempDir Path folder) {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    List<Entry> entries = SqlScript.parse(SqlResources.read("/sql/" + name + ".test"));
    assertThat(entries).isNotEmpty();
    SoftAssertions softly = new SoftAssertions();
    try (Database database = Database.open(StorageConfig.at(folder).withStore(store))) {
      SqlSession session = database.session("test").sql();
      for (Entry entry : entries) {
        softly
            .assertThat(answer(session, entry))
            .as("%s.test:%d %s", name, entry.line(), entry.sql())
            .isEqualTo(expected(entry.expectation()));
      }
      softly.assertThat(database.statistics().directBytes()).isZero();
    }
    softly.assertAll();
  }

  static String expected(Expectation expectation) {
    return switch (expectation) {
      case Expectation.Success _ -> "ok";
      case Expectation.Failure(String sqlState) -> "error " + sqlState;
      case Expectation.Rows(List<String> types, boolean sorted, List<String> rows) ->
          text(String.join(",", types), sorted ? rows.stream().sorted().toList() : rows);
    };
  }

  private static String text(String types, List<String> rows) {
    return types + "\n" + String.join("\n", rows);
  }

  static String answer(SqlSession session, Entry entry) {
    try (SqlResult result = session.execute(entry.sql())) {
      List<String> rows = rows(result);
      if (!(entry.expectation() instanceof Expectation.Rows expected)) {
        return "ok";
      }
      String types =
          String.join(",", result.columns().stream().map(column -> nameOf(column.type())).toList());
      return text(types, expected.sorted() ? rows.stream().sorted().toList() : rows);
    } catch (ColonnadeException e) {
      return entry.expectation() instanceof Expectation.Failure
          ? "error " + e.sqlState()
          : "error " + e.sqlState() + " " + e.getMessage();
    }
  }

  private static String nameOf(SqlType type) {
    String name = type.element() == null ? type.kind().sqlName() : type.toString();
    return name.replace(' ', '_');
  }

  private static List<String> rows(SqlResult result) {
    List<String> rows = new ArrayList<>();
    for (@Nullable Object[] row = result.next(); row != null; row = result.next()) {
      List<String> fields = new ArrayList<>();
      for (int i = 0; i < row.length; i++) {
        SqlColumn column = result.columns().get(i);
        Object value = row[i];
        fields.add(value == null ? "NULL" : TextOutputFormat.of(column.type().kind(), value));
      }
      rows.add(String.join("|", fields));
    }
    return rows;
  }
}
