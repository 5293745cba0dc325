package dev.colonnade.range;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.UnfinishedCommits;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.range.RangeKillVictim.Chunks;
import dev.colonnade.range.verify.RangeVerification;
import dev.colonnade.range.verify.RangeVerifier;
import dev.colonnade.store.Store;
import dev.colonnade.testing.ChildJvm;
import dev.colonnade.testing.Seed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Crash recovery test: a process under load is killed repeatedly, from outside or by itself at a
 * failpoint, and its store is opened again. Every acknowledged commit is present, every commit is
 * atomic, the range map has no gaps, and statistics are exact. {@code -Dcolonnade.kill.rounds=N}
 * sets the number of rounds; by default each failpoint has one.
 */
@Tag("integration")
class RangeKillTest {
  private static final int ROUNDS = Integer.getInteger("colonnade.kill.rounds", 16);
  private static final Duration ROUND_MAX = Duration.ofMinutes(10);

  private static final List<Failpoint> FAILPOINTS =
      List.of(
          Failpoint.COMMIT_BEFORE_WRITE,
          Failpoint.COMMIT_AFTER_WRITE,
          Failpoint.COMMIT_BEFORE_SYNC,
          Failpoint.COMMIT_AFTER_PUBLISH,
          Failpoint.SPAN_AFTER_MARK,
          Failpoint.SPLIT_BEFORE_SWAP,
          Failpoint.SPLIT_AFTER_SWAP,
          Failpoint.MERGE_BEFORE_SWAP,
          Failpoint.MERGE_AFTER_SWAP,
          Failpoint.CLEAR_BEFORE_WRITE,
          Failpoint.COLLECT_BEFORE_WRITE);

  @TempDir private Path folder;

  /** Temporary files that a killed process leaves behind: its copy of the native library. */
  @TempDir private Path scratch;

  private final Random random = Seed.random("KillTest");
  private final long[] acknowledged = new long[RangeKillVictim.WRITERS];

  @Test
  @Timeout(7_200) // each round has its own timeout
  void shouldRetainEveryAcknowledgedCommit() throws Exception {
    long total = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Failpoint failpoint = failpointOf(round);
      Chunks chunks = chunksOf(round, failpoint);
      total += assertTimeoutPreemptively(ROUND_MAX, () -> runUntilDead(failpoint, chunks));
      check(round + " " + failpoint);
    }
    System.out.println("KillTest: rounds=" + ROUNDS + " acknowledged=" + total);
    assertThat(total).isPositive();
  }

  /** Returns the failpoint of two rounds of three; the process is killed from outside otherwise. */
  private static @Nullable Failpoint failpointOf(int round) {
    return round % 3 == 2 ? null : FAILPOINTS.get((round - round / 3) % FAILPOINTS.size());
  }

  private static Chunks chunksOf(int round, @Nullable Failpoint failpoint) {
    if (failpoint == null) {
      return List.of(Chunks.FILES, Chunks.BATCHES, Chunks.NONE).get(round / 3 % 3);
    }
    // Commits in chunks are not visible early, and never pass these failpoints.
    return round % 4 < 2
            || failpoint == Failpoint.COMMIT_BEFORE_SYNC
            || failpoint == Failpoint.SPAN_AFTER_MARK
        ? Chunks.NONE
        : Chunks.BATCHES;
  }

  /** Kills the process between the chunks of a commit, and its successor while it undoes them. */
  @Test
  @Timeout(3_600)
  void shouldUndoCommitsThatWereKilledBetweenChunks() throws Exception {
    List<Failpoint> places =
        List.of(
            Failpoint.CHUNK_AFTER_WRITE,
            Failpoint.CHUNK_BEFORE_INGEST,
            Failpoint.CHUNK_BEFORE_FINISH,
            Failpoint.CHUNK_AFTER_INGEST);
    for (int round = 0; round < Math.max(8, ROUNDS / 4); round++) {
      Failpoint failpoint = places.get(round % 4);
      Chunks chunks = round % 2 == 0 ? Chunks.BATCHES : Chunks.FILES;
      assertTimeoutPreemptively(ROUND_MAX, () -> runUntilDead(failpoint, chunks));
      if (round % 8 >= 4) {
        check(round + " " + failpoint);
        continue;
      }
      assertTimeoutPreemptively(ROUND_MAX, () -> runUntilDead(Failpoint.UNDO_AFTER_STEP, chunks));
      try (Store store = RangeKillVictim.open(folder)) {
        assertThat(UnfinishedCommits.timestamp(store)).isNotEqualTo(UnfinishedCommits.NONE);
      }
      check(round + " undone");
    }
  }

  /** Returns the number of acknowledged commits. */
  private long runUntilDead(@Nullable Failpoint failpoint, Chunks chunks)
      throws IOException, InterruptedException {
    Process process = start(failpoint, chunks);
    long count = 0;
    long killAfter = failpoint == null ? 1 + random.nextInt(400) : Long.MAX_VALUE;
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        String[] words = line.split(" ", -1);
        if (words.length == 3 && words[0].equals("ack")) {
          acknowledged[Integer.parseInt(words[1])] = Long.parseLong(words[2]);
          count++;
        }
        if (count == killAfter) {
          process.toHandle().destroyForcibly(); // its output can still be read
        }
      }
    }
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(Failpoint.HALT_STATUS); // 128 + SIGKILL
    return count;
  }

  private Process start(@Nullable Failpoint failpoint, Chunks chunks) throws IOException {
    List<String> flags = new ArrayList<>(List.of("-ea", "-Xmx256m"));
    if (failpoint != null) {
      int passes =
          failpoint.id().startsWith("commit") || failpoint.id().startsWith("chunk")
              ? 150
              : failpoint == Failpoint.UNDO_AFTER_STEP ? 1 : 3;
      flags.add(
          "-D%s=%s=halt@%d"
              .formatted(Failpoint.PROPERTY, failpoint.id(), 1 + random.nextInt(passes)));
    }
    flags.add("-Djava.io.tmpdir=" + scratch);
    return new ProcessBuilder(
            ChildJvm.command(
                flags,
                RangeKillVictim.class,
                folder.toString(),
                Long.toString(random.nextLong()),
                chunks.name()))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private void check(String round) {
    Store store = RangeKillVictim.open(folder);
    MvccFixture fixture = new MvccFixture(store, Ranges.open(store, RangeKillVictim.BOUNDARIES));
    RangeVerification found = RangeVerifier.verify(store, RangeKillVictim.BOUNDARIES);
    assertThat(found.problems()).as(round).isEmpty();
    try (ReadView view = fixture.reads.open()) {
      for (int writer = 0; writer < RangeKillVictim.WRITERS; writer++) {
        String counter = text(view.get(RangeKillVictim.counter(writer)));
        long last = counter == null ? 0 : Long.parseLong(counter);
        assertThat(last)
            .as("round %s writer %d", round, writer)
            .isBetween(acknowledged[writer], acknowledged[writer] + 1);
        acknowledged[writer] = last; // the next process begins here, acknowledged or not
        assertThat(rows(view, writer)).as(round).isEqualTo(expectedRows(writer, last));
      }
    }
    fixture.close();
  }

  private static List<String> rows(ReadView view, int writer) {
    List<String> rows = new ArrayList<>();
    try (VersionCursor cursor = view.cursor(KeySpan.prefix(key("w" + writer + "-")))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        rows.add(cursor.key() + "=" + text(cursor.value()));
      }
    }
    return rows;
  }

  private static List<String> expectedRows(int writer, long last) {
    List<String> rows = new ArrayList<>();
    for (long number = Math.max(1, last - RangeKillVictim.ROWS_KEPT + 1);
        number <= last;
        number++) {
      rows.add(RangeKillVictim.row(writer, number) + "=row " + number);
    }
    return rows;
  }
}
