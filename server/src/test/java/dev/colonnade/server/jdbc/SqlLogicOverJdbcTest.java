package dev.colonnade.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the sqllogictest files, which the engine's tests run in process, over the driver. */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SqlLogicOverJdbcTest {
  private static final Path FILES =
      Path.of("..", "core", "engine", "src", "test", "resources", "sql");
  private static final String DASHES = "----";

  private final TimeZone zone = TimeZone.getDefault();

  /** The expected results are those of a session in UTC. */
  @BeforeAll
  void setZone() {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
  }

  @AfterAll
  void resetZone() {
    TimeZone.setDefault(zone);
  }

  static Stream<String> names() throws IOException {
    try (Stream<Path> files = Files.list(FILES)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".test"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldReturnTheExpectedResults(String name, @TempDir Path folder) throws Exception {
    SoftAssertions softly = new SoftAssertions();
    int records = 0;
    boolean asValues = name.hashCode() % 2 == 0; // half of the files for each form of short results
    try (JdbcServer server = JdbcServer.start(folder);
        Connection connection = server.connect(asValues);
        Statement statement = connection.createStatement()) {
      for (List<String> record : records(Files.readAllLines(FILES.resolve(name)))) {
        int dashes = record.indexOf(DASHES);
        List<String> text = record.subList(1, dashes < 0 ? record.size() : dashes);
        String sql = String.join("\n", text);
        softly
            .assertThat(actual(statement, sql, record.getFirst()))
            .as("%s: %s", name, sql)
            .isEqualTo(expected(record, dashes));
        records++;
      }
    }
    assertThat(records).isPositive();
    softly.assertAll();
  }

  private static List<List<String>> records(List<String> lines) {
    List<List<String>> records = new ArrayList<>();
    List<String> record = new ArrayList<>();
    for (String line : lines) {
      if (line.isEmpty()) {
        records.add(record);
        record = new ArrayList<>();
      } else if (!line.startsWith("#")) {
        record.add(line);
      }
    }
    records.add(record);
    return records.stream().filter(each -> !each.isEmpty()).toList();
  }

  private static String expected(List<String> record, int dashes) {
    String head = record.getFirst();
    if (head.startsWith("statement error ")) {
      return "error " + head.split(" ", -1)[2];
    }
    return dashes < 0 ? "ok" : rows(head, record.subList(dashes + 1, record.size()));
  }

  private static String rows(String head, List<String> rows) {
    boolean isSorted = Arrays.asList(head.split(" ", -1)).contains("rowsort");
    return String.join("\n", isSorted ? rows.stream().sorted().toList() : rows);
  }

  private static String actual(Statement statement, String sql, String head) {
    try {
      List<String> rows = new ArrayList<>();
      if (statement.execute(sql)) {
        try (ResultSet result = statement.getResultSet()) {
          int columns = result.getMetaData().getColumnCount();
          while (result.next()) {
            List<String> fields = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
              String text = result.getString(i);
              fields.add(text == null ? "NULL" : text);
            }
            rows.add(String.join("|", fields));
          }
        }
      }
      return head.startsWith("query ") ? rows(head, rows) : "ok";
    } catch (SQLException e) {
      String state = "error " + e.getSQLState();
      return head.startsWith("statement error ") ? state : state + " " + e.getMessage();
    }
  }
}
