package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.sql.SqlScript.Entry;
import dev.colonnade.sql.frontend.FrontEndKind;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the files of {@link SqlLogicTest} with the project's own front end. {@code
 * own-front-end-differences.txt} names the records with other results, each with its reason; a
 * record that has become equal has to leave it.
 */
@Tag("integration")
class OwnFrontEndTest {
  private static final long MIB = 1024 * 1024;
  private static final Map<String, String> DIFFERENCES = differences();

  static List<String> files() {
    return SqlLogicTest.files();
  }

  private static Map<String, String> differences() {
    Map<String, String> reasons = new TreeMap<>();
    SqlResources.read("/sql/own-front-end-differences.txt")
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .forEach(
            line -> {
              int end = line.indexOf(' ');
              reasons.put(line.substring(0, end), line.substring(end + 1));
            });
    return Map.copyOf(reasons);
  }

  @ParameterizedTest
  @MethodSource("files")
  void shouldReturnTheResultsOfTheFile(String name, @TempDir Path folder) {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    List<String> wrong = new ArrayList<>();
    try (Database database =
        Database.open(StorageConfig.at(folder).withStore(store), FrontEndKind.OWN)) {
      SqlSession session = database.session("test").sql();
      for (Entry entry : SqlScript.parse(SqlResources.read("/sql/" + name + ".test"))) {
        String place = name + ".test:" + entry.line();
        String expected = SqlLogicTest.expected(entry.expectation());
        String actual = SqlLogicTest.answer(session, entry);
        if (actual.equals(expected) == DIFFERENCES.containsKey(place)) {
          wrong.add(
              "%s%n%s%nexpected %s%nactual %s".formatted(place, entry.sql(), expected, actual));
        }
      }
      assertThat(database.statistics().directBytes()).isZero();
    }
    assertThat(wrong).isEmpty();
  }
}
