package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Test of commits whose write fails with unknown result: SQL reports 08007, no reader sees the
 * commit, nothing is written any more, and after the next opening the commit is complete or absent.
 */
@Tag("integration")
@Timeout(600)
class CommitUnknownTest {
  /** Maximum number of runs: background writes may reach the failpoint instead of the commit. */
  private static final int TRIES_MAX = 10;

  private static final String UNKNOWN = "08007";
  private static final String STORE_IO = "58030";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReportAnUnknownCommitOutcome(boolean isBlock) throws Exception {
    String code = "";
    for (int tries = 0; tries < TRIES_MAX && !code.equals(UNKNOWN); tries++) {
      Path store = folder.resolve("store" + tries);
      List<String> said = run(store, isBlock, 15 + tries);
      List<String> failed = said.stream().filter(line -> line.startsWith("failed ")).toList();
      assertThat(failed).hasSize(1);
      String[] words = failed.getFirst().split(" ", -1);
      code = words[1];
      int pair = Integer.parseInt(words[2]);
      assertThat(said)
          .endsWith("status IDLE", "sees " + 2 * (pair - 1), "then " + STORE_IO)
          .hasSize(pair - 1 + 4);
      requireWhole(store, pair);
    }
    assertThat(code).isEqualTo(UNKNOWN);
  }

  /**
   * Checks that all earlier pairs exist, that the pair in doubt exists or not, and that there is
   * nothing else.
   */
  private static void requireWhole(Path store, int pairInDoubt) {
    Set<Object> expected = new HashSet<>();
    for (int pair = 1; pair < pairInDoubt; pair++) {
      expected.addAll(List.of(pair, -pair));
    }
    try (Database database = TestDatabases.open(store)) {
      Set<Object> found = new HashSet<>();
      database
          .session("test")
          .sql()
          .execute("select id from pair")
          .toList()
          .forEach(row -> found.add(requireNonNull(row.getFirst(), "id is null")));
      if (found.contains(pairInDoubt)) {
        expected.addAll(List.of(pairInDoubt, -pairInDoubt));
      }
      assertThat(found).isEqualTo(expected);
    }
  }

  private static List<String> run(Path store, boolean isBlock, int passes)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ChildJvm.command(
                    List.of(
                        "-Xmx512m",
                        "-D" + Failpoint.PROPERTY + "=commit.after-write=throw@" + passes),
                    CommitUnknownVictim.class,
                    store.toString(),
                    Boolean.toString(isBlock)))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<String> lines;
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      // The log is printed to the same stream.
      lines =
          out.lines().filter(line -> line.matches("(done|failed|status|sees|then) .*")).toList();
    }
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    return lines;
  }
}
