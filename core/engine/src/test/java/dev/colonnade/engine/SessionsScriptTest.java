package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the scripts of {@code resources/sql/sessions}: anomalies, locks and deadlocks. */
@Timeout(600)
class SessionsScriptTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "anomalies-read-committed",
        "anomalies-repeatable-read",
        "anomalies-serializable",
        "deferrable",
        "gapless",
        "locks",
        "queues",
        "refresh",
        "savepoints",
        "unique"
      })
  void shouldProduceTheResultsOfTheScript(String name) throws Exception {
    String script = read("/sql/sessions/" + name + ".test");
    try (Database database = TestDatabases.open(folder);
        SessionsScript player = new SessionsScript(database)) {
      assertThat(player.play(script)).isEqualTo(script);
      assertThat(database.context().transactions().statistics().locks().held()).isZero();
    }
  }

  private static String read(String name) throws IOException {
    try (InputStream in =
        requireNonNull(SessionsScriptTest.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
