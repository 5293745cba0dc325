package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.storage.check.StoreCheck;
import dev.colonnade.storage.check.StoreReport;
import dev.colonnade.testing.ChildJvm;
import dev.colonnade.testing.Seed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Crash test of transactions: a process that runs them is killed again and again. No money is lost
 * or created, every shift has a doctor, and all transactions that were reported as committed are
 * present. {@code -Dcolonnade.txn.kills} sets the number of kills.
 */
@Tag("integration")
@Timeout(600)
class TransactionKillTest {
  private static final int KILLS = Integer.getInteger("colonnade.txn.kills", 2);
  private static final int NUMBERS_A_ROUND = 1_000_000;

  @TempDir private Path folder;

  /** Copy of the native library that a killed process leaves behind. */
  @TempDir private Path scratch;

  @Test
  void shouldPreserveCommittedTransactionsAndNothingElse() throws Exception {
    Random random = Seed.random("transaction kill");
    try (Database database = TestDatabases.open(folder)) {
      TransactionVictim.fill(database);
    }
    List<String> done = new ArrayList<>();
    for (int round = 0; round < KILLS; round++) {
      long first = (long) NUMBERS_A_ROUND * round;
      done.addAll(runAndKill(first, random.nextLong(), 20 + random.nextInt(300)));
      StoreReport report =
          StoreCheck.run(folder, TestDatabases.config(folder).store(), VerificationObserver.NONE);
      assertThat(report.ranges().problems()).isEmpty();
      try (Database database = TestDatabases.open(folder)) {
        check(database, done);
      }
    }
  }

  /** Returns the output of the process, which is killed after this number of lines. */
  private List<String> runAndKill(long first, long seed, int linesMin)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ChildJvm.command(
                    List.of("-ea", "-Xmx512m", "-Djava.io.tmpdir=" + scratch),
                    TransactionVictim.class,
                    folder.toString(),
                    Long.toString(first),
                    Long.toString(seed)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> lines = new ArrayList<>();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(out.readLine()).isEqualTo("ready");
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
        if (lines.size() == linesMin) {
          process.toHandle().destroyForcibly(); // the output that it has printed can still be read
        }
      }
    }
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    assertThat(lines).hasSizeGreaterThanOrEqualTo(linesMin);
    return lines;
  }

  private static void check(Database database, List<String> done) {
    SqlSession session = database.session("test").sql();
    Object sum = session.execute("select sum(balance) from account").toList().getFirst().getFirst();
    assertThat(String.valueOf(sum))
        .isEqualTo(String.valueOf(TransactionVictim.ACCOUNTS * TransactionVictim.BALANCE));
    assertThat(session.execute("select id from account where balance < 0").toList()).isEmpty();
    assertThat(
            session
                .execute(
                    "select shift from duty group by shift"
                        + " having sum(case when is_on then 1 else 0 end) < 1")
                .toList())
        .isEmpty();
    Set<String> journal = new HashSet<>();
    session
        .execute("select worker, number from journal")
        .toList()
        .forEach(row -> journal.add("done " + row.getFirst() + " " + row.getLast()));
    assertThat(journal).containsAll(done.stream().filter(line -> isWhole(line)).toList());
  }

  /** Returns whether a line is complete: the last one may not be. */
  private static boolean isWhole(String line) {
    return line.matches("done \\d+ \\d+");
  }
}
