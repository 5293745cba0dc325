package dev.colonnade.mvcc.txn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.mvcc.txn.options.TransactionLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runner of the transaction scripts in this class's resources. A script consists of a title and
 * commands, each followed by {@code ->} and its expected outcome; the outcome {@code ok} is
 * omitted.
 */
class TransactionScriptTest {
  /** Commands that create the initial rows of every script. */
  private static final List<String> SETUP =
      List.of("t0 begin serializable", "t0 insert 1 10", "t0 insert 2 20", "t0 commit");

  static Stream<Script> scripts() throws IOException {
    List<Script> scripts = new ArrayList<>();
    for (String file : List.of("anomalies.txt", "locks.txt", "savepoints.txt")) {
      scripts.addAll(read(file));
    }
    return scripts.stream();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void shouldProduceTheOutcomesOfTheScript(Script script) throws Exception {
    try (TransactionFixture fixture = new TransactionFixture(TransactionLimits.DEFAULT);
        TransactionScript runner = new TransactionScript(fixture)) {
      for (String line : SETUP) {
        assertThat(runner.run(line)).isEqualTo("ok");
      }
      List<String> outcomes = new ArrayList<>();
      List<String> expected = new ArrayList<>();
      for (String line : script.lines()) {
        String[] parts = line.split("->", 2);
        expected.add(parts[0].trim() + " -> " + (parts.length > 1 ? parts[1].trim() : "ok"));
        outcomes.add(parts[0].trim() + " -> " + runner.run(parts[0]));
      }
      assertThat(outcomes).isEqualTo(expected);
      assertThat(fixture.transactions.locks().statistics().waiting()).isZero();
    }
  }

  private static List<Script> read(String file) throws IOException {
    List<Script> scripts = new ArrayList<>();
    try (InputStream in =
        Objects.requireNonNull(TransactionScriptTest.class.getResourceAsStream(file), file)) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (line.startsWith("# ")) {
          scripts.add(new Script(line.substring(2), new ArrayList<>()));
        } else if (!line.isBlank() && !line.startsWith("--")) {
          scripts.getLast().lines().add(line);
        }
      }
    }
    return scripts;
  }

  /** Script with a title and commands. */
  record Script(String title, List<String> lines) {
    @Override
    public String toString() {
      return title;
    }
  }
}
