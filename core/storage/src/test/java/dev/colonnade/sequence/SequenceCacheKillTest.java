package dev.colonnade.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.testing.ChildJvm;
import dev.colonnade.testing.Seed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Crash test of sequences: a process that allocates values is killed, from outside or by itself at
 * a failpoint, and its store is opened again, many times. No value is allocated twice, over all
 * processes; a sequence exists after its creation was acknowledged, and does not exist after its
 * removal was acknowledged; no id is reused.
 */
@Tag("integration")
class SequenceCacheKillTest {
  private static final int ROUNDS = Integer.getInteger("colonnade.kill.rounds", 20);

  /**
   * Maximum gap: values in blocks being written or cached when a process dies (two per cache, one
   * per session).
   */
  private static final long GAP_MAX = 20_000;

  private static final List<Failpoint> FAILPOINTS =
      List.of(
          Failpoint.SEQUENCE_BEFORE_RESERVE,
          Failpoint.SEQUENCE_AFTER_RESERVE,
          Failpoint.SEQUENCE_BEFORE_CREATE,
          Failpoint.SEQUENCE_AFTER_CREATE,
          Failpoint.SEQUENCE_BEFORE_ALTER,
          Failpoint.SEQUENCE_AFTER_ALTER,
          Failpoint.SEQUENCE_BEFORE_DROP,
          Failpoint.SEQUENCE_AFTER_DROP,
          Failpoint.COMMIT_AFTER_WRITE,
          Failpoint.COMMIT_AFTER_PUBLISH);

  @TempDir private Path folder;

  /** Temporary folder of the killed processes, for their copies of the native library. */
  @TempDir private Path scratch;

  private final Random random = Seed.random("SequenceCacheKillTest");
  private final Set<Long> allocated = new HashSet<>();
  private final Map<String, Boolean> expected = new HashMap<>();
  private final Map<String, Long> ids = new HashMap<>();
  private long greatest;
  private long largestGap;
  private long greatestId;

  @Test
  @Timeout(600)
  void shouldNeverAllocateAValueTwice() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Failpoint failpoint = round % 2 == 0 ? null : FAILPOINTS.get((round / 2) % FAILPOINTS.size());
      runUntilDead(round, failpoint);
      check(round + " " + failpoint);
    }
    System.out.printf(
        "SequenceCacheKillTest: rounds=%d values=%d largestGap=%d%n",
        ROUNDS, allocated.size(), largestGap);
    assertThat(allocated).hasSizeGreaterThan(ROUNDS);
    assertThat(largestGap).isLessThan(GAP_MAX);
  }

  private void runUntilDead(int round, @Nullable Failpoint failpoint) throws Exception {
    Process process = start(round, failpoint);
    long killAfter = failpoint == null ? 1 + random.nextInt(3_000) : Long.MAX_VALUE;
    long first = Long.MAX_VALUE;
    long count = 0;
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      long before = greatest;
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        String[] words = line.split(" ", -1);
        if (words[0].equals("value") && words[1].equals(SequenceCacheKillVictim.PERMANENT)) {
          long value = Long.parseLong(words[2]);
          assertThat(allocated.add(value)).as("round %d value %d", round, value).isTrue();
          first = Math.min(first, value);
          greatest = Math.max(greatest, value);
        } else {
          note(words);
        }
        if (++count == killAfter) {
          process.toHandle().destroyForcibly(); // its output can still be read
        }
      }
      if (first != Long.MAX_VALUE) {
        largestGap = Math.max(largestGap, first - before - 1);
      }
    }
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as("%s", failpoint).isEqualTo(Failpoint.HALT_STATUS);
  }

  private void note(String[] words) {
    switch (words[0]) {
      case "about" -> expected.remove(words[1]);
      case "value" -> expected.put(words[1], true);
      case "gone" -> expected.put(words[1], false);
      default -> assertThat(words[0]).isIn("ready", "refused");
    }
  }

  private Process start(int round, @Nullable Failpoint failpoint) throws IOException {
    List<String> flags = new ArrayList<>(List.of("-ea", "-Xmx256m"));
    if (failpoint != null) {
      int passes = failpoint.id().startsWith("commit") ? 60 : 10;
      flags.add(
          "-D%s=%s=halt@%d"
              .formatted(Failpoint.PROPERTY, failpoint.id(), 1 + random.nextInt(passes)));
    }
    flags.add("-Djava.io.tmpdir=" + scratch);
    return new ProcessBuilder(
            ChildJvm.command(
                flags,
                SequenceCacheKillVictim.class,
                folder.toString(),
                "r" + round + "-",
                Long.toString(random.nextLong())))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private void check(String round) {
    ExecutorService threads = Executors.newCachedThreadPool();
    SequenceFixture fixture = SequenceCacheKillVictim.open(folder, threads);
    try {
      expected.forEach(
          (name, isThere) ->
              assertThat(fixture.sequences.find(name) != null).as(round + name).isEqualTo(isThere));
      for (Sequence sequence : fixture.sequences.all()) {
        Long before = ids.put(sequence.name(), sequence.id());
        assertThat(before).as(sequence.name()).isIn(null, sequence.id());
        if (before == null) {
          assertThat(sequence.id()).isGreaterThan(greatestId);
        }
      }
      greatestId =
          fixture.sequences.all().stream().mapToLong(Sequence::id).max().orElse(greatestId);
      Sequence permanent = fixture.sequences.find(SequenceCacheKillVictim.PERMANENT);
      if (permanent != null) {
        assertThat(permanent.description().lastValue()).as(round).isGreaterThanOrEqualTo(greatest);
      }
    } finally {
      fixture.mvcc.close();
      threads.shutdown();
    }
  }
}
