package dev.colonnade.sql.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.testing.Seed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random statements have the same answers as in PostgreSQL 15, except for known classes of
 * differences ({@code known-differences.txt}).
 *
 * <p>{@code -Dcolonnade.compare.statements=N} runs N statements instead of a small number; {@code
 * -Dcolonnade.compare.report=FILE} writes what differs to a file, also while it runs.
 */
@Tag("integration")
class RandomComparisonTest {
  private static final int STATEMENTS = Integer.getInteger("colonnade.compare.statements", 300);
  private static final int VARIANTS = Integer.getInteger("colonnade.compare.variants", 400);
  private static final long REPORT_NANOS = 20_000_000_000L;

  @Test
  void shouldAnswerAsPostgres(@TempDir Path folder) throws Exception {
    Path programs = PostgresServer.programs();
    if (programs == null) {
      return;
    }
    long seed = Seed.of("RandomComparisonTest");
    Path cluster = Files.createTempDirectory("colonnade-compare");
    try (PostgresServer server = PostgresServer.start(programs, cluster);
        Participant postgres = PostgresParticipant.connect(server);
        Participant colonnade = new ColonnadeParticipant(folder)) {
      ComparisonRun run = new ComparisonRun(new Comparison(postgres, colonnade), VARIANTS);
      run(run, new Random(seed));
      System.out.println(run.numbers());
      List<String> unknown =
          run.report().classes().stream().filter(each -> !known().contains(each)).toList();
      assertThat(unknown).as("seed=%s %s", seed, run.report().text()).isEmpty();
    } finally {
      delete(cluster);
    }
  }

  private static void run(ComparisonRun run, Random seeds) throws IOException {
    String report = System.getProperty("colonnade.compare.report");
    long written = System.nanoTime();
    while (run.compared() < STATEMENTS) {
      run.round(seeds.nextLong());
      if (report != null
          && (System.nanoTime() - written > REPORT_NANOS || run.compared() >= STATEMENTS)) {
        written = System.nanoTime();
        Files.writeString(Path.of(report), run.numbers() + "\n\n" + run.report().text());
      }
    }
  }

  private static List<String> known() {
    try (InputStream input =
        RandomComparisonTest.class.getResourceAsStream("known-differences.txt")) {
      return input == null
          ? List.of()
          : new String(input.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
        Files.delete(file);
      }
    }
  }
}
