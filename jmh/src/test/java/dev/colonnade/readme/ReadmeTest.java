package dev.colonnade.readme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.harness.BenchClients;
import dev.colonnade.bench.local.LocalServerOptions;
import dev.colonnade.bench.local.ManagedServer;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the examples of the documentation, which are compiled and run. */
@Tag("integration")
final class ReadmeTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  /** Example of storage on its own, which a test of that module runs. */
  private static final Path STORAGE_EXAMPLE =
      PROJECT.resolve("core/storage/src/test/java/dev/colonnade/storage/StorageQuickStart.java");

  private static final Path SOURCES = PROJECT.resolve("jmh/src/test/java/dev/colonnade/readme");
  private static final List<String> EXAMPLES = List.of("QuickStart.java", "ClientExamples.java");
  private static final List<String> PAGES =
      List.of("docs/client.md", "docs/jdbc.md", "docs/embedding.md");
  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @TempDir private Path folder;

  @Test
  void shouldShowCodeThatIsTested() throws IOException {
    List<String> tested = new ArrayList<>();
    for (String example : EXAMPLES) {
      tested.addAll(stripped(Files.readString(SOURCES.resolve(example))));
    }
    tested.addAll(stripped(Files.readString(STORAGE_EXAMPLE)));
    for (String page : PAGES) {
      List<MatchResult> blocks =
          JAVA_BLOCK.matcher(Files.readString(PROJECT.resolve(page))).results().toList();

      assertThat(blocks).as(page).isNotEmpty();
      for (MatchResult block : blocks) {
        assertThat(tested).as(page).containsSequence(stripped(block.group(1)));
      }
    }
  }

  @Test
  void shouldFitOnTwoScreens() throws IOException {
    assertThat(Files.readAllLines(PROJECT.resolve("README.md"))).hasSizeLessThanOrEqualTo(120);
  }

  @Test
  void shouldRunTheEmbeddedExample() {
    List<String> shown = new ArrayList<>();

    QuickStart.embedded(folder, shown::add);

    assertThat(String.join("", shown)).contains("id\tname").contains("1\tAthens");
  }

  @Test
  void shouldRunTheExamplesOfTheClient() throws Exception {
    List<String> names = new ArrayList<>();
    List<String> vectors = new ArrayList<>();
    List<String> records = new ArrayList<>();
    List<String> sequences = new ArrayList<>();
    List<Long> amounts = new ArrayList<>();
    int insertedRows;
    ManagedServer.Place place = ManagedServer.Place.of(folder.resolve("server"));

    try (ManagedServer session = ManagedServer.start(place, LocalServerOptions.DEFAULTS)) {
      URI url = session.server().address().protocol();
      QuickStart.client(url.getPort(), names::add);
      try (ColonnadeClient client = BenchClients.open(url, 1)) {
        QuickStart.arrow(client, vectors::add);
        ClientExamples.records(client, records::add);
        ClientExamples.sequences(client, WireSequenceOptions.UNSET, sequences::add);
      }
      String jdbcUrl = "jdbc:colonnade://localhost:" + url.getPort() + "/colonnade";
      try (Connection connection = DriverManager.getConnection(jdbcUrl);
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE users (id BIGINT PRIMARY KEY, name TEXT)");
        statement.execute("CREATE TABLE accounts (id BIGINT PRIMARY KEY, amount BIGINT)");
        statement.execute("INSERT INTO accounts VALUES (1, 100), (2, 100)");
        try (ColonnadeClient client = BenchClients.open(url, 1)) {
          ClientExamples.transaction(client);
        }
        try (ResultSet rows = statement.executeQuery("SELECT amount FROM accounts ORDER BY id")) {
          while (rows.next()) {
            amounts.add(rows.getLong(1));
          }
        }
      }
      insertedRows = ClientExamples.jdbc(jdbcUrl);
    }

    assertThat(names).containsExactly("Athens");
    assertThat(records)
        .containsExactly("Athens has 643452", "Sparta has 35259", "Athens", "Sparta");
    assertThat(String.join("", vectors)).contains("1\tAthens\t643452", "2\tSparta\t35259");
    assertThat(sequences).containsExactly("current", "distinct");
    assertThat(amounts).containsExactly(90L, 110L);
    assertThat(insertedRows).isEqualTo(1);
  }

  private static List<String> stripped(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }
}
